/** A reverse proxy with the defaults of http-proxy, before an application that takes 100 ms for each answer. */
import httpProxy from 'http-proxy';

httpProxy
  .createProxyServer({ target: `http://127.0.0.1:${process.env.BESIDE_PORT}` })
  .listen(Number(process.env.PORT));

/** Express with winston as its manual shows it: each request is logged with its headers, as JSON, to a file and the console. */
import express from 'express';
import winston from 'winston';

const { combine, errors, json, timestamp } = winston.format;
const log = winston.createLogger({
  format: combine(timestamp(), errors({ stack: true }), json()),
  transports: [
    new winston.transports.File({ filename: 'requests.log', maxsize: 10_000_000, maxFiles: 2 }),
    new winston.transports.Console(),
  ],
});
const app = express();
app.use(({ method, url, headers }, _response, next) => {
  log.info('request', { method, url, headers });
  log.debug('not shown');
  next();
});
app.get('/', (_request, response) => response.json({ ok: true }));
app.listen(process.env.PORT);

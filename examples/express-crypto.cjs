/** Express, CommonJS: one scrypt for each request, as a login does. It needs a pool thread and a CPU. */
const { scrypt } = require('node:crypto');
const express = require('express');

const app = express();
app.get('/', (_request, response, next) => {
  scrypt('password', 'salt', 32, { N: 4096 }, (error, key) => {
    if (error) next(error);
    else response.json({ key: key.toString('hex') });
  });
});
app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');

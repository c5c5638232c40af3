/** A page made of a Pug view under Express; started without NODE_ENV, so Express keeps no compiled views. */
import express from 'express';

const app = express();
app.set('view engine', 'pug').set('views', import.meta.dirname);
const items = Array.from({ length: 50 }, (_, id) => ({ id, name: `Item ${id}` }));
app.get('/', (_request, response) => response.render('page', { title: 'Items', items }));
app.listen(process.env.PORT);

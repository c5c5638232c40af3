/** Five thousand posts. */
import { writeFileSync } from 'node:fs';

const posts = Array.from({ length: 5000 }, (_, id) => ({
  id,
  title: `Post ${(id * 7919) % 5000}`,
  author: `Author ${id % 50}`,
  views: id * 3,
}));
writeFileSync('db.json', JSON.stringify({ posts }));

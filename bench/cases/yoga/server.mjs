/** GraphQL Yoga whose authors ask a service for their books one by one: the N+1 problem. */
import { createServer } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';

const authors = Array.from({ length: 20 }, (_, id) => ({ id, name: `Author ${id}` }));
const booksOf = async ({ id }) => (await fetch(`http://127.0.0.1:${process.env.BESIDE_PORT}/${id}`)).json();
const schema = createSchema({
  typeDefs: `
    type Book { title: String! }
    type Author { id: ID!, name: String!, books: [Book!]! }
    type Query { authors: [Author!]! }`,
  resolvers: { Query: { authors: () => authors }, Author: { books: booksOf } },
});
createServer(createYoga({ schema, logging: false })).listen(process.env.PORT);

/** Apollo Server with a list of 200 authors, each with three books. */
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';

const authors = Array.from({ length: 200 }, (_, id) => ({
  id,
  name: `Author ${id}`,
  books: [1, 2, 3].map((number) => ({ title: `Book ${number} of ${id}`, year: 2000 + number })),
}));
const server = new ApolloServer({
  typeDefs: `
    type Book { title: String!, year: Int! }
    type Author { id: ID!, name: String!, books: [Book!]! }
    type Query { authors: [Author!]! }`,
  resolvers: { Query: { authors: () => authors }, Author: { books: async ({ books }) => books } },
});
await startStandaloneServer(server, { listen: { port: Number(process.env.PORT) } });

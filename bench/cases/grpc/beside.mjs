/** The service of prices: each answer takes 30 ms. */
import grpc from '@grpc/grpc-js';
import loader from '@grpc/proto-loader';

const { Prices } = grpc.loadPackageDefinition(loader.loadSync('prices.proto'));
const server = new grpc.Server();
server.addService(Prices.service, {
  look: ({ request }, answer) => setTimeout(() => answer(null, { product: request.product, cents: 995 }), 30),
});
server.bindAsync(`127.0.0.1:${process.env.BESIDE_PORT}`, grpc.ServerCredentials.createInsecure(), () => {});

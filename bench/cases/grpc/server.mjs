/** A gateway from HTTP to gRPC: each request calls a service in another process, which looks the price up for 30 ms. */
import { createServer } from 'node:http';
import grpc from '@grpc/grpc-js';
import loader from '@grpc/proto-loader';

const { Prices } = grpc.loadPackageDefinition(loader.loadSync('prices.proto'));
const prices = new Prices(`127.0.0.1:${process.env.BESIDE_PORT}`, grpc.credentials.createInsecure());

createServer(({ url }, response) => {
  prices.look({ product: url }, (error, price) => {
    response.statusCode = error ? 502 : 200;
    response.end(JSON.stringify(price ?? { error: error.message }));
  });
}).listen(process.env.PORT);

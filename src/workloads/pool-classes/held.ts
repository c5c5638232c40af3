/** A job that holds its thread for an exact time, and needs no CPU: the model of everything that waits. Guest code. */
import { heldJobs } from '../held-jobs.ts';
import { number, usualFlight, type Kind } from './kind.ts';

export const heldKind: Kind = {
  name: 'held',
  nature: 'waits',
  label: 'a pipe that is full for a fixed time',
  prepare(parameters, folder) {
    const jobs = heldJobs(folder, number(parameters, 'hold', 10), number(parameters, 'flight', usualFlight));
    return (done) => jobs.start((error) => done(error, error ? '' : 'held'));
  },
  expected: () => Promise.resolve('held'),
};

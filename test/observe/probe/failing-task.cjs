/** A task of a worker pool. */
module.exports = () => {
  throw new Error('a task that fails');
};

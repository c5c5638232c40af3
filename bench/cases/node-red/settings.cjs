/** Node-RED without its editor, and without the file of its secrets. */
module.exports = { httpAdminRoot: false, credentialSecret: false, logging: { console: { level: 'warn' } } };

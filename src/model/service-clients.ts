/** The packages by which applications talk to databases, by what these speak. */
export type Protocol = 'postgresql' | 'mysql' | 'redis' | 'mongodb';

/** Those that use another first: whoever has both configures that one. */
const clients: Readonly<Record<Protocol, readonly string[]>> = {
  postgresql: ['sequelize', 'typeorm', 'knex', '@prisma/client', 'pg', 'postgres'],
  mysql: ['sequelize', 'typeorm', 'knex', '@prisma/client', 'mysql2', 'mysql', 'mariadb'],
  redis: ['ioredis', 'redis'],
  mongodb: ['mongoose', 'mongodb'],
};
const uses: Readonly<Record<string, readonly string[]>> = {
  sequelize: ['pg', 'mysql2', 'mariadb'],
  typeorm: ['pg', 'mysql2', 'mysql'],
  knex: ['pg', 'mysql2', 'mysql'],
  '@prisma/client': ['pg', 'mariadb'],
  mongoose: ['mongodb'],
};

export const clientsOfServices: readonly string[] = [...new Set(Object.values(clients).flat())];

/** @returns the one of the installed packages that holds the connections to such a service; null: none does, or several do */
export function clientFor(protocol: Protocol, installed: readonly string[]): string | null {
  const found = clients[protocol].filter((name) => installed.includes(name));
  const used = new Set(found.flatMap((name) => uses[name] ?? []));
  const [first = null, ...others] = found.filter((name) => !used.has(name));
  return others.length === 0 ? first : null;
}

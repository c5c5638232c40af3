/** A package with 150 versions, as a private registry keeps it. */
import { mkdirSync, writeFileSync } from 'node:fs';

const name = 'our-package';
const versions = Object.fromEntries(
  Array.from({ length: 150 }, (_, minor) => {
    const version = `1.${minor}.0`;
    const tarball = `http://localhost/${name}/-/${name}-${version}.tgz`;
    const dependencies = Object.fromEntries(
      Array.from({ length: 12 }, (_each, id) => [`dependency-${id}`, `^${id}.0.0`]),
    );
    return [
      version,
      { name, version, description: 'Ours', dependencies, dist: { tarball, shasum: '0'.repeat(40) } },
    ];
  }),
);
mkdirSync(`storage/${name}`, { recursive: true });
const text = JSON.stringify({
  name,
  versions,
  time: {},
  users: {},
  'dist-tags': { latest: '1.149.0' },
  _uplinks: {},
  _distfiles: {},
  _attachments: {},
  _rev: '1-0',
  readme: '',
});
writeFileSync(`storage/${name}/package.json`, text);

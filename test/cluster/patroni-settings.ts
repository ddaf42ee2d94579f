import { join } from 'node:path'

import type { Member } from './members.ts'

/** The cluster exists only during the test, on addresses of this machine. */
export const password = 'cluster-of-the-test'

const binaries = '/usr/lib/postgresql/15/bin'

/**
 * Synchronous replication in its strict form: a commit is acknowledged only when a standby has it, so that no acknowledged donation is lost with
 * a primary.
 */
export function patroniSettings(member: Member, members: readonly Member[]): string {
  const settings = {
    scope: 'ajo',
    name: member.name,
    restapi: { listen: `${member.address}:8008`, connect_address: `${member.address}:8008` },
    // Patroni 3.0 writes the lock of the primary over that of another one through version 3 of etcd's interface.
    etcd: { hosts: members.map(({ address }) => `${address}:2379`).join(',') },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        primary_start_timeout: 0,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 200, wal_log_hints: 'on', wal_keep_size: '512MB' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [
        'local all all scram-sha-256',
        'host replication replicator 10.77.0.0/24 scram-sha-256',
        'host all all 10.77.0.0/24 scram-sha-256',
      ],
    },
    postgresql: {
      listen: `${member.address}:5432`,
      connect_address: `${member.address}:5432`,
      data_dir: join(member.folder, 'data'),
      basebackup: [{ checkpoint: 'fast' }],
      bin_dir: binaries,
      pgpass: join(member.folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
        rewind: { username: 'rewinder', password },
      },
      parameters: { unix_socket_directories: join(member.folder, 'socket') },
    },
  }
  // JSON is YAML.
  return JSON.stringify(settings, null, 2)
}

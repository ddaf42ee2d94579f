import { join } from 'node:path'

/** A host of the cluster: a network namespace with etcd, Patroni and PostgreSQL. */
export type Member = { name: string; namespace: string; address: string; folder: string }

export function toMembers(folder: string, count = 3): Member[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `n${index + 1}`,
    namespace: `ajo-n${index + 1}`,
    address: `10.77.0.${index + 1}`,
    folder: join(folder, `n${index + 1}`),
  }))
}

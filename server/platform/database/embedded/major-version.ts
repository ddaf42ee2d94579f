import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The major version of PostgreSQL that made a cluster. Undefined where there is none. */
export function readMajor(data: string): number | undefined {
  const file = join(data, 'PG_VERSION')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
}

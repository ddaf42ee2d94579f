import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { DataDirRefused, readOrCreateSecret } from '../../runtime/files.ts'
import { mayEnter, unprivilegedAccount, type UnprivilegedAccount } from './unprivileged-account.ts'

/** The folders of a cluster, and the account that PostgreSQL runs under if the server runs as root. */
export type ClusterLocation = {
  account: UnprivilegedAccount | undefined
  root: string
  /** In `root`. */
  data: string
  socket: string
  log: string
  /** For binaries that cannot be used where npm installed them. */
  cache: string
}

/** For root, if PostgreSQL's account may not enter DATA_DIR, as in a private home directory. */
const systemDirectory = '/var/lib/ajo'

/** The kernel's limit for a socket path is 107 bytes on Linux and 103 on macOS. */
const maxSocketDirectoryBytes = 103 - '/.s.PGSQL.5432'.length

/** Creates the folders of a cluster: DATA_DIR/postgres, or /var/lib/ajo/<name> if the unprivileged account cannot enter it. */
export function locateCluster(dataDir: string): ClusterLocation {
  const account = unprivilegedAccount()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const home = realpathSync(dataDir)
  if (account) allowPassage(home, account)
  // Not derived from the path, so that a new DATA_DIR at an old path starts empty.
  const name = readOrCreateSecret(join(home, 'cluster-name'), () => randomBytes(8).toString('hex'))
  const root = clusterRoot(home, name, account)
  makePrivate(root, account)

  const socket = [join(root, 'socket'), join(realpathSync(tmpdir()), `ajo-${name}`)].find(
    (directory) => Buffer.byteLength(directory) <= maxSocketDirectoryBytes,
  )
  if (socket === undefined)
    throw new DataDirRefused(
      `DATA_DIR ${dataDir} is too long for the socket of PostgreSQL, and so is TMPDIR: set one of them to a shorter path.`,
    )
  makePrivate(socket, account)

  return {
    account,
    root,
    data: join(root, 'data'),
    socket,
    log: join(root, 'postgres.log'),
    cache: account ? systemDirectory : home,
  }
}

/** Lets the account, and no other, enter DATA_DIR without reading it. A folder with other contents is left as it is. */
function allowPassage(home: string, account: UnprivilegedAccount) {
  const isOwn = existsSync(join(home, 'cluster-name')) || readdirSync(home).length === 0
  if (!isOwn || !mayEnter(dirname(home), account)) return
  const { mode, uid } = statSync(home)
  if (uid !== 0 || (mode & 0o777) === 0o710) return
  chownSync(home, uid, account.gid)
  chmodSync(home, 0o710)
}

/** A cluster that exists stays where it is, even if the permissions of the folders above change. */
function clusterRoot(home: string, name: string, account: UnprivilegedAccount | undefined): string {
  const local = join(home, 'postgres')
  const system = join(systemDirectory, name)
  if (!account || (mayEnter(home, account) && !existsSync(system))) return local
  if (existsSync(join(local, 'data')))
    throw new DataDirRefused(
      `PostgreSQL does not run as root, and its account may not enter ${home}: let it, with chmod o+x on the folders above.`,
    )
  mkdirSync(systemDirectory, { recursive: true, mode: 0o755 })
  return system
}

/** In a shared folder another user might have created the directory to intercept connections. */
function makePrivate(directory: string, account: UnprivilegedAccount | undefined) {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const stats = lstatSync(directory)
  const isOwn = stats.uid === process.getuid?.() || stats.uid === account?.uid
  if (!stats.isDirectory() || !isOwn)
    throw new DataDirRefused(
      `${directory} belongs to another user: remove it, or set DATA_DIR to another folder.`,
    )
  if (account) chownSync(directory, account.uid, account.gid)
  chmodSync(directory, 0o700)
}

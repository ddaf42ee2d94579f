import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, existsSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

const mirror = 'http://deb.debian.org/debian'
const release = 'bookworm'
/** Authorities that this machine trusts besides Debian's, as in a company's network. */
const ownAuthorities = '/usr/local/share/ca-certificates'
/** What a slim image leaves out. */
const unneeded = ['usr/share/doc', 'usr/share/man', 'usr/share/locale', 'var/lib/apt/lists']

/** Ends the process with one sentence unless this is root with these programs. */
export function requirePrograms(programs: readonly string[], packages: string) {
  const missing = programs.filter((name) => spawnSync('which', [name]).status !== 0)
  if (missing.length === 0 && process.getuid?.() === 0) return
  console.error(
    `This needs root and ${missing.join(', ') || 'nothing more'}: apt-get install ${packages}`,
  )
  process.exit(1)
}

/** An empty Debian: what debootstrap makes, and these packages. */
export function createDebianRoot(folder: string, include: readonly string[] = []) {
  const packages = include.length > 0 ? [`--include=${include.join(',')}`] : []
  execFileSync('debootstrap', ['--variant=minbase', ...packages, release, folder, mirror], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  execFileSync('chroot', [folder, 'apt-get', 'clean'])
  for (const path of unneeded)
    execFileSync('find', [join(folder, path), '-mindepth', '1', '-delete'])
  if (existsSync(ownAuthorities))
    cpSync(ownAuthorities, join(folder, ownAuthorities), { recursive: true })
  rmSync(join(folder, 'etc/resolv.conf'), { force: true })
  cpSync('/etc/resolv.conf', join(folder, 'etc/resolv.conf'))
}

/** In the root `name` leads to this machine. */
export const addHost = (folder: string, name: string) =>
  appendFileSync(join(folder, 'etc/hosts'), `127.0.0.1 localhost ${hostname()} ${name}\n`)

/** Programs of Node that have their own list of authorities trust this machine's as well. */
export const trustOwnAuthorities: Record<string, string> = existsSync(ownAuthorities)
  ? { NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt' }
  : {}

/** A shell script that makes the folder a root of its own mounts and processes, and leaves `$root` set to it. */
export const enterRoot = (folder: string) => `
  set -eu
  root='${folder}'
  mount --make-rprivate /
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"`

/** Runs a script in namespaces of its own, in which all its processes end with it. Returns the exit code. */
export async function runInNamespaces(
  script: string,
  namespaces: readonly string[] = [],
): Promise<number> {
  const flags = ['--mount', '--pid', '--ipc', '--fork', '--kill-child', ...namespaces]
  // Not spawnSync, because servers of this process answer the script.
  const child = spawn('unshare', [...flags, 'bash', '-c', script], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

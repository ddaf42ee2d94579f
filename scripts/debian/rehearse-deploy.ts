// npm run rehearse:deploy: types the commands of docs/operations/deploy.md in an empty Debian root, and then opens the public address over TLS.
// Prints how long each step takes. Takes minutes, needs root, and fetches from Debian and npm. Ports 80, 443, 3000 and 5432 must be free.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { openMailServer } from '#test/support/mail/mail-server.ts'

import { readCommands } from './commands-in-document.ts'
import {
  addHost,
  createDebianRoot,
  enterRoot,
  requirePrograms,
  runInNamespaces,
  trustOwnAuthorities,
} from './debian-root.ts'
import { documentValues, sourceBundle } from './document-values.ts'

const ports = [80, 443, 3000, 5432]
const document = 'docs/operations/deploy.md'

/** What a visitor sees: only the new authority is trusted, and what must be closed is closed. */
const proofs = [
  'proxy() { /usr/local/bin/node --use-system-ca -e "fetch(process.argv[1], { redirect: \'manual\' }).then((r) => console.log(r.status))" "$1"; }',
  'test "$(proxy https://give.example/readyz)" = 200',
  'test "$(proxy https://give.example/)" = 200',
  'test "$(proxy https://give.example/metrics)" = 404',
  'test "$(proxy http://give.example/)" = 301',
  'echo "The installation answers at https://give.example."',
]

function rehearse(mailPort: number): Promise<number> {
  const commands = readCommands(
    readFileSync(document, 'utf8'),
    'With systemd',
    documentValues(mailPort),
  )
  // Debian's systemctl reads units without systemd, which cannot be process 1 here.
  createDebianRoot(root, ['sudo', 'systemctl', 'ca-certificates'])
  addHost(root, 'give.example')
  execFileSync('git', ['bundle', 'create', '--quiet', join(root, sourceBundle), 'HEAD'])
  const settings = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    LANG: 'C.UTF-8',
    DEBIAN_FRONTEND: 'noninteractive',
    ...trustOwnAuthorities,
  }
  const environment = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  return runInNamespaces(`${enterRoot(root)}
    mount -t tmpfs tmpfs "$root/run"
    chroot "$root" /usr/bin/env -i ${environment.join(' ')} bash -euo pipefail <<'REHEARSAL'
${toScript(commands)}
REHEARSAL`)
}

/** Debian starts PostgreSQL when it is installed, but only under systemd or by its older script. */
const startPostgres = '/etc/init.d/postgresql start'

/** The commands as one shell script, with the time that each block takes. */
function toScript(commands: readonly string[]): string {
  const timed = commands.map(
    (block, index) => `SECONDS=0
${block}
${index === 0 ? startPostgres : ''}
echo "— block ${index + 1} of ${commands.length}: $SECONDS s"`,
  )
  return [
    ...Object.keys(trustOwnAuthorities).map(
      (name) => `echo 'Defaults env_keep += "${name}"' > /etc/sudoers.d/authorities`,
    ),
    'update-ca-certificates > /dev/null',
    ...timed,
    ...proofs,
  ].join('\n')
}

async function requireFreePorts() {
  for (const port of ports) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, () => server.close(() => resolve(true)))
    if (await promise) continue
    console.error(`Port ${port} is in use.`)
    process.exit(1)
  }
}

// Last, because the functions use declarations above.
requirePrograms(['debootstrap', 'unshare', 'git'], 'debootstrap git')
await requireFreePorts()
const home = mkdtempSync('/var/tmp/ajo-deploy-')
const root = join(home, 'root')
try {
  await using mail = await openMailServer()
  process.exitCode = await rehearse(mail.port)
} finally {
  rmSync(home, { recursive: true, force: true })
}

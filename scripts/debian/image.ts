// npm run test:image: builds the Dockerfile with Debian's buildah, on a base made by debootstrap, and runs the image as its user on a read-only
// root. Prints its size. Takes minutes, needs root, and fetches from Debian and npm.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import * as z from 'zod/mini'

import {
  createDebianRoot,
  enterRoot,
  requirePrograms,
  runInNamespaces,
  trustOwnAuthorities,
} from './debian-root.ts'

const maxMegabytes = 350
const base = 'docker.io/library/debian:bookworm-slim'

function buildah(...words: string[]): string {
  const storage = ['--root', join(home, 'layers'), '--runroot', join(home, 'run')]
  return execFileSync('buildah', [...storage, '--storage-driver', 'vfs', ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()
}

async function run(): Promise<number> {
  buildBase()
  const startedAt = performance.now()
  const isolation = ['--isolation', 'chroot', '--network', 'host']
  buildah('bud', ...isolation, '--pull-never', '--format', 'docker', '--quiet', '-t', 'ajo', '.')
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const root = buildah('mount', buildah('from', '--pull-never', 'ajo'))
  const bytes = execFileSync('du', ['--summarize', '--bytes', root], { encoding: 'utf8' })
  const megabytes = Math.round(Number.parseInt(bytes, 10) / 1e6)
  console.log(`The image was built in ${seconds} s and has ${megabytes} MB.`)
  const code = await runReadOnly(root)
  console.log(code === 0 ? 'It runs as its user on a read-only root.' : 'It does not run.')
  return code === 0 && megabytes <= maxMegabytes ? 0 : 1
}

function buildBase() {
  const folder = join(home, 'base')
  createDebianRoot(folder)
  const container = buildah('from', 'scratch')
  buildah('add', '--quiet', container, folder, '/')
  for (const [name, value] of Object.entries(trustOwnAuthorities))
    buildah('config', '--env', `${name}=${value}`, container)
  buildah('commit', '--quiet', '--rm', container, base)
}

const configSchema = z.object({
  Docker: z.object({
    config: z.object({
      User: z.string(),
      WorkingDir: z.string(),
      Env: z.array(z.string()),
      Cmd: z.array(z.string()),
      Healthcheck: z.object({ Test: z.array(z.string()) }),
    }),
  }),
})

/** Starts the image's command as a container engine does, in a network of its own. Returns 0 if it becomes healthy and stops cleanly. */
function runReadOnly(root: string): Promise<number> {
  const inspected: unknown = JSON.parse(buildah('inspect', '--type', 'image', 'ajo'))
  const { User, WorkingDir, Env, Cmd, Healthcheck } = z.parse(configSchema, inspected).Docker.config
  const data = join(home, 'data')
  mkdirSync(data, { mode: 0o711 })
  const backups = ['BACKUP_TO=/backups', 'BACKUP_PASSPHRASE=harmattan over the old lagoon']
  const settings = ['AJO_MODE=demo', 'PUBLIC_URL=http://127.0.0.1:3000', ...backups]
  const inside = `chroot --userspec=${User} "$root" /usr/bin/env -i --chdir=${WorkingDir} ${[...Env, ...settings].map(quote).join(' ')}`
  const [, ...health] = Healthcheck.Test
  return runInNamespaces(
    `${enterRoot(root)}
    ip link set lo up
    chown ${User} '${data}'
    mount --bind '${data}' "$root/data"
    mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
    owner=$(stat --format=%u:%g "$root/backups")
    mount -t tmpfs tmpfs "$root/backups"
    # A new volume has the owner that the image's folder has.
    chown $owner "$root/backups"
    mount -o remount,ro,bind "$root"
    if ${inside} touch /app/written 2> /dev/null; then echo 'The root can be written to.'; exit 1; fi
    ${inside} ${Cmd.map(quote).join(' ')} &
    server=$!
    for attempt in $(seq 120); do
      sleep 1
      kill -0 $server
      if ${inside} ${health.map(quote).join(' ')}; then break; fi
      if test $attempt = 120; then echo 'The health check failed for 120 s.'; exit 1; fi
    done
    ${inside} node -e "${ready}"
    ${inside} node scripts/backup.ts
    ${inside} node scripts/drill.ts
    kill -TERM $server
    wait $server`,
    ['--net'],
  )
}

/** Waits until the server is ready, then reads the first page. */
const ready = `(async () => {
  for (;;) {
    const response = await fetch('http://127.0.0.1:3000/readyz')
    if (response.ok) break
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const page = await fetch('http://127.0.0.1:3000/')
  if (!page.ok || !(await page.text()).includes('<html')) throw new Error('no page')
})()`

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

// Last, because the functions use declarations above.
requirePrograms(['buildah', 'debootstrap', 'unshare', 'ip'], 'buildah debootstrap iproute2')
// Layers are too large for a folder in memory.
const home = mkdtempSync('/var/tmp/ajo-image-')
try {
  process.exitCode = await run()
} finally {
  rmSync(home, { recursive: true, force: true })
}

// npm run release: an archive of the server, the built pages and the packages for this platform, which starts without a build. It is unpacked,
// checked and started before this ends. `node scripts/release.ts <folder>` only fills a folder, for the image.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import * as z from 'zod/mini'

const folders = [
  'deploy',
  'dev',
  'dist',
  'docs',
  'locales',
  'packages',
  'scripts',
  'server',
  'shared',
  'web',
]
const files = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'vite.config.ts',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'NOTICE.md',
]
const isLeftOut = /\.test\.tsx?$|\/node_modules\/|^docs\/pictures\//
/** Binaries of other C libraries, what only a pooled test uses, and what is for development. */
const unneededPackages =
  /^node_modules\/(@electric-sql|@img\/[^/]*(musl|wasm32)[^/]*)(\/|$)|\.(map|a|d\.[cm]?ts)$/
const output = 'dist.release'

function listFiles(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = found.flatMap((each) => (each.isFile() ? [join(each.parentPath, each.name)] : []))
  return paths.map((path) => path.slice(folder.length + 1)).toSorted()
}

/** What a production installation consists of, with checksums of all its files. */
function fill(folder: string) {
  for (const name of [...folders, ...files])
    cpSync(name, join(folder, name), { recursive: true, filter: (path) => !isLeftOut.test(path) })
  const flags = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', ['ci', ...flags], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  for (const path of listFiles(folder))
    if (path.startsWith('node_modules/') && unneededPackages.test(path)) rmSync(join(folder, path))
  const sums = listFiles(folder).map((path) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex')
    return `${sum}  ${path}\n`
  })
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
}

/** Unpacks the archive elsewhere, compares the checksums and starts the server, which must show a page. */
async function prove(archive: string, name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'ajo-release-'))
  chmodSync(folder, 0o711)
  try {
    execFileSync('tar', ['-xzf', archive, '-C', folder])
    const root = join(folder, name)
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: root, stdio: 'inherit' })
    const env = {
      PATH: process.env.PATH,
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      LOG_LEVEL: 'error',
    }
    const server = spawn(process.execPath, ['scripts/ajo.mjs', 'start'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    for await (const chunk of server.stdout) {
      said += String(chunk)
      const url = /Ajo is ready: (\S+)/.exec(said)?.[1]
      if (url === undefined) continue
      const page = await fetch(url)
      if (!page.ok || !(await page.text()).includes('<html')) throw new Error('no page')
      server.kill('SIGTERM')
      break
    }
    if (/Building|Installing/.test(said)) throw new Error(`it was not complete:\n${said}`)
    server.stdout.resume()
    if (server.exitCode === null) await once(server, 'exit')
    if (server.exitCode !== 0) throw new Error(`it does not start:\n${said}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [target] = process.argv.slice(2)
if (target !== undefined) fill(resolve(target))
else {
  const { version } = z.parse(
    z.object({ version: z.string() }),
    JSON.parse(readFileSync('package.json', 'utf8')),
  )
  const name = `ajo-${version}-${process.platform}-${process.arch}`
  rmSync(output, { recursive: true, force: true })
  mkdirSync(join(output, name), { recursive: true })
  fill(resolve(output, name))
  const archive = join(output, `${name}.tar.gz`)
  const owner = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0']
  execFileSync('tar', [...owner, '-czf', archive, '-C', output, name])
  rmSync(join(output, name), { recursive: true })
  const bytes = readFileSync(archive)
  const sum = createHash('sha256').update(bytes).digest('hex')
  writeFileSync(`${archive}.sha256`, `${sum}  ${name}.tar.gz\n`)
  await prove(archive, name)
  console.log(
    `${archive}: ${Math.round(statSync(archive).size / 1e6)} MB, unpacked, checked and started.`,
  )
}

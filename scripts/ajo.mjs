// Entry point of `npm start`, `npm test` and the other commands. Runs on Node 20 without packages; installs Node 24, packages and the
// build as needed, then runs the command on Node 24.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { freemem } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const nodeVersion = '24.21.0'
const requiredMajor = 24
/** The nouns of scripts/admin.ts. */
const adminNouns = ['person', 'campaign', 'donation', 'mail', 'jobs', 'content']

/** What the last build was made from. */
const stampName = 'built-from'

const usage = `Usage: npm run ajo -- <command>

  start               run Ajo; builds the pages first if they changed
  build               build the pages
  test                run every check and test
  doctor              check the settings and services of a running server
  check               check the ledger
  backup, restore     write and read a backup; drill proves one
  keys reseal         seal everything with the newest key
  breach …            list who was concerned by a breach
  person, campaign, donation, mail, jobs, content …   administration
  run <script> …      run a script of this repository

Exit codes: 0 done, 1 failed, 2 wrong arguments.`

class StepFailed extends Error {}

const [command = '', ...rest] = process.argv.slice(2)
process.chdir(root)
process.exitCode = await main()

async function main() {
  const commands = {
    start: ['server/main.ts'],
    test: ['scripts/check.ts', ...rest],
    build: [],
    breach: ['scripts/breach.ts', ...rest],
    check: ['scripts/check-ledger.ts', ...rest],
    doctor: ['scripts/doctor.ts', ...rest],
    backup: ['scripts/backup.ts', ...rest],
    restore: ['scripts/restore.ts', ...rest],
    drill: ['scripts/drill.ts', ...rest],
    keys: rest[0] === 'reseal' ? ['scripts/reseal.ts', ...rest.slice(1)] : undefined,
    ...Object.fromEntries(adminNouns.map((noun) => [noun, ['scripts/admin.ts', noun, ...rest]])),
    run: rest,
  }
  const script = commands[command]
  if (!script || (command === 'run' && rest.length === 0)) {
    console.error(usage)
    return 2
  }
  try {
    const node = await findNode()
    if (!isProductionInstall() || !canRunOnProductionInstall())
      await install(node, root, 'Installing packages')
    await installTools(node)
    await writeTexts(node)
    if (command === 'start' || command === 'build') await build(node)
    return command === 'build' ? 0 : await runAttached(node, script)
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    console.error(`\n${error.message}`)
    return 1
  }
}

// ——— Node

/** Path of Node 24: this process's own, or the one in .node, which is installed from npm if it is missing. */
async function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= requiredMajor) return process.execPath
  const name = `node-${process.platform}-${process.arch}`
  const home = join(root, '.node')
  const node = join(home, 'node_modules', name, 'bin', 'node')
  if (readInstalledVersion(home, name) === nodeVersion && existsSync(node)) return node

  await step(`Installing Node ${nodeVersion}, because this is ${process.version}`, async () => {
    rmSync(home, { recursive: true, force: true })
    mkdirSync(home)
    writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
    await npm(process.execPath, ['install', '--save-exact', `${name}@${nodeVersion}`], home)
  })
  return node
}

function readInstalledVersion(home, name) {
  return readJson(join(home, 'node_modules', name, 'package.json'))?.version
}

// ——— Packages

/** After `npm ci --omit=dev`: all production packages are installed and no other. */
function isProductionInstall() {
  const { packages } = readJson(join(root, 'package-lock.json'))
  const installed = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages ?? {}
  const hasDev = Object.keys(installed).some((path) => packages[path]?.dev)
  return isInstalled(root, { withDev: false }) && !hasDev
}

/** The server runs without the build tools once the pages are built, and so do the commands of `npm run`. */
function canRunOnProductionInstall() {
  if (['test', 'build'].includes(command)) return false
  return command === 'start' ? isBuilt() : existsSync(join(root, 'server/text/texts.ts'))
}

/** Compares the lock file with npm's record of installed packages. Those in packages/ are used where they stand. */
function isInstalled(folder, { withDev = true } = {}) {
  const expected = readJson(join(folder, 'package-lock.json')).packages
  const installed = readJson(join(folder, 'node_modules', '.package-lock.json'))?.packages
  if (!installed) return false
  return Object.entries(expected).every(([path, entry]) => {
    if (path === '' || path.startsWith('packages/') || entry.link) return true
    const { version, integrity, optional, devOptional, dev } = entry
    const found = installed[path]
    if (!found) return optional === true || devOptional === true || (!withDev && dev === true)
    return found.version === version && found.integrity === integrity
  })
}

async function install(node, folder, title) {
  if (isInstalled(folder)) return
  await step(title, () => npm(node, ['ci', '--include=dev', '--include=optional'], folder))
}

/** Tools that only some commands need. */
async function installTools(node) {
  if (command === 'test' || rest[0] === 'scripts/hosted-rehearsal.ts')
    await install(
      node,
      join(root, 'test', 'support', 'providers', 'firebase-emulator'),
      "Installing Google's Auth emulator",
    )
}

function npm(node, args, folder) {
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund']
  return quietly(node, [findNpm(), ...args, ...flags, '--prefix', folder], {}, folder)
}

/** The npm that started this script, the one next to this Node, or the first on the PATH. */
function findNpm() {
  const { npm_execpath: caller } = process.env
  if (caller && caller.endsWith('npm-cli.js')) return caller
  const bundled = join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js')
  if (existsSync(bundled)) return bundled
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const npm = join(folder, 'npm')
    if (existsSync(npm) && realpathSync(npm).endsWith('npm-cli.js')) return realpathSync(npm)
  }
  throw new StepFailed('npm not found. It comes with Node; run this through `npm start`.')
}

// ——— Pages

/** A production install has no generator. Its texts were written when its pages were built. */
async function writeTexts(node) {
  if (!isProductionInstall()) await quietly(node, ['scripts/texts.ts'])
}

/**
 * Builds the browser files unless the sources are unchanged since the last build. Each process builds into a folder of its own that is renamed
 * at the end: a running server reads the last build, a build that is killed leaves it whole, and two at once do not mix.
 */
async function build(node) {
  const folder = join(root, 'dist')
  deleteUnfinished()
  if (isBuilt()) return
  refuseSmallMachine()
  const next = `${folder}.next.${process.pid}`
  await step('Building the pages', () =>
    quietly(node, [join('node_modules', 'vite', 'bin', 'vite.js'), 'build'], { BUILD_DIR: next }),
  )
  writeFileSync(join(next, stampName), hashSources())
  const last = `${folder}.last.${process.pid}`
  for (let isInPlace = false; !isInPlace && !isBuilt();)
    try {
      if (existsSync(folder)) renameSync(folder, last)
      renameSync(next, folder)
      isInPlace = true
    } catch (error) {
      // Another build was renamed in between.
      if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) throw error
      rmSync(last, { recursive: true, force: true })
    }
  for (const each of [next, last]) rmSync(each, { recursive: true, force: true })
}

/** A build that runs out of memory or disk ends without a word. */
function refuseSmallMachine() {
  const { bavail, bsize } = statfsSync(root)
  const free = { memory: freemem(), disk: bavail * bsize }
  for (const [kind, needed] of Object.entries({ memory: 800, disk: 300 }))
    if (free[kind] < needed * 1e6)
      throw new StepFailed(
        `A build needs ${needed} MB of free ${kind}, and ${Math.round(free[kind] / 1e6)} MB are free. Install a release archive, which needs no build: see docs/operations/deploy.md.`,
      )
}

/** What builds left that were killed. The last build is back in its place if one ended between the two renames. */
function deleteUnfinished() {
  for (const name of readdirSync(root)) {
    const [, kind, pid] = /^dist\.(next|last)\.(\d+)$/.exec(name) ?? []
    if (kind === undefined || isRunning(Number(pid))) continue
    if (kind === 'last' && !existsSync(join(root, 'dist')))
      renameSync(join(root, name), join(root, 'dist'))
    rmSync(join(root, name), { recursive: true, force: true })
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function isBuilt() {
  const stamp = join(root, 'dist', stampName)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashSources()
}

function hashSources() {
  const plugins = ['language-plugin', 'split-styles', 'texts'].map((name) => `scripts/${name}.ts`)
  const sources = ['web', 'shared', 'locales', ...plugins, 'vite.config.ts']
  const hash = createHash('sha256')
  for (const file of [...sources, 'package-lock.json']
    .flatMap(listFiles)
    .sort((one, other) => (one < other ? -1 : 1)))
    hash.update(`${relative(root, file)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

function listFiles(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  try {
    return readdirSync(full).flatMap((name) => listFiles(join(path, name)))
  } catch {
    return /\.test\.tsx?$/.test(path) ? [] : [full]
  }
}

// ——— Running

function environment(node) {
  // NODE_ENV=production would omit development packages.
  const { NODE_ENV: _, ...env } = process.env
  // Node's default heap grows to the size of the machine before it is swept.
  if (env.MEMORY === 'small' && command === 'start')
    env.NODE_OPTIONS ??= '--max-old-space-size=256 --max-semi-space-size=2'
  // Without them glibc keeps the memory of decoded pictures: 330 MB became 750. Both are its first thresholds, which then stay.
  const memory = {
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
  }
  return { ...memory, ...env, PATH: `${dirname(node)}${delimiter}${env.PATH ?? ''}` }
}

/**
 * Runs in a process group of its own, because Ctrl-C signals the whole group of the terminal and the child must get one signal only.
 * If this process is killed, the child notices the closed IPC channel.
 */
function runAttached(node, script) {
  const child = spawn(node, script, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
    env: environment(node),
  })
  let lastSignal = -Infinity
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      // The terminal and npm both send a signal for one Ctrl-C.
      if (performance.now() - lastSignal > 500) child.kill(signal)
      isStopping = true
      lastSignal = performance.now()
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (command === 'start' && signal && !isStopping) console.error(endedMessage(signal))
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143))
    })
  })
}

/** Node ends with SIGABRT when its heap is full; the kernel with SIGKILL when the machine has no memory left. */
function endedMessage(signal) {
  const causes = {
    SIGABRT: ', out of memory',
    SIGKILL: ', perhaps because the machine is out of memory',
  }
  return `\nAjo was ended by ${signal}${causes[signal] ?? ''}, and its database stops in a few seconds: start it again with npm start.`
}

/** Prints the output only on failure. */
function quietly(node, args, env = {}, cwd = root) {
  const child = spawn(node, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment(node), NO_COLOR: '1', ...env },
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new StepFailed(output))))
  })
}

/** Prints the title, progress every five seconds and the duration. */
async function step(title, work) {
  const startedAt = performance.now()
  const seconds = () => Math.round((performance.now() - startedAt) / 1000)
  console.log(`${title} …`)
  const ticking = setInterval(() => console.log(`  … ${seconds()} s`), 5_000)
  try {
    await work()
    console.log(`  done in ${seconds()} s`)
  } catch (error) {
    if (error instanceof StepFailed) error.message = `${title} failed.\n${error.message}`
    throw error
  } finally {
    clearInterval(ticking)
  }
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

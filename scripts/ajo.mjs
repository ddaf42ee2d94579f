// The door to every command: `npm start`, `npm test` and the rest. Runs on Node 20 with nothing installed; what it starts
// runs on Node 24 with everything in place. Doing it again costs a moment.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const nodeVersion = '24.21.0'
const wantedMajor = 24

class StepFailed extends Error {}

const [command = 'start', ...rest] = process.argv.slice(2)
process.chdir(root)
process.exitCode = await main()

async function main() {
  const commands = {
    start: ['server/main.ts'],
    test: ['scripts/check.ts', ...rest],
    build: [],
    run: rest,
  }
  const script = commands[command]
  if (!script || (command === 'run' && rest.length === 0)) {
    console.error('Usage: node scripts/ajo.mjs start | test | build | run <script> …')
    return 2
  }
  try {
    const node = await findNode()
    await install(node, root, 'Installing packages')
    if (command === 'test')
      await install(node, join(root, 'test', 'emulators'), "Installing Google's Auth emulator")
    if (command === 'start' || command === 'build') await build(node)
    return command === 'build' ? 0 : await runToTheEnd(node, script)
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    console.error(`\n${error.message}`)
    return 1
  }
}

// ——— Node

/** This one if it is new enough, or one of our own below .node, fetched from npm like any other package. */
async function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= wantedMajor) return process.execPath
  const name = `node-${process.platform}-${process.arch}`
  const home = join(root, '.node')
  const node = join(home, 'node_modules', name, 'bin', 'node')
  if (fetchedVersion(home, name) === nodeVersion && existsSync(node)) return node

  await step(`Fetching Node ${nodeVersion}, as this one is ${process.version}`, async () => {
    rmSync(home, { recursive: true, force: true })
    mkdirSync(home)
    writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
    await quietly(process.execPath, [
      findNpm(),
      'install',
      '--prefix',
      home,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--save-exact',
      `${name}@${nodeVersion}`,
    ])
  })
  return node
}

function fetchedVersion(home, name) {
  return readJson(join(home, 'node_modules', name, 'package.json'))?.version
}

// ——— Packages

/** What npm wrote down when it was last through says whether everything of the lock file is there. */
function isInstalled(folder) {
  const wanted = readJson(join(folder, 'package-lock.json')).packages
  const there = readJson(join(folder, 'node_modules', '.package-lock.json'))?.packages
  if (!there) return false
  return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional }]) => {
    if (path === '') return true
    const found = there[path]
    if (!found) return optional === true || devOptional === true
    return found.version === version && found.integrity === integrity
  })
}

async function install(node, folder, title) {
  if (isInstalled(folder)) return
  await step(title, () =>
    quietly(
      node,
      [
        findNpm(),
        'ci',
        '--ignore-scripts',
        '--include=dev',
        '--include=optional',
        '--no-audit',
        '--no-fund',
      ],
      folder,
    ),
  )
}

/** The npm that called us, or the one beside this Node, or the first on the path. */
function findNpm() {
  const { npm_execpath: caller } = process.env
  if (caller && caller.endsWith('npm-cli.js')) return caller
  const beside = join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js')
  if (existsSync(beside)) return beside
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const npm = join(folder, 'npm')
    if (existsSync(npm) && realpathSync(npm).endsWith('npm-cli.js')) return realpathSync(npm)
  }
  throw new StepFailed('npm is not found: it comes with Node, and `npm start` brings it along.')
}

// ——— Pages

/** Builds what browsers load, unless it was built from exactly these files. */
async function build(node) {
  const stamp = join(root, 'dist', 'built-from')
  const hash = hashOf([
    'web',
    'shared',
    'scripts/speaking.ts',
    'vite.config.ts',
    'package-lock.json',
  ])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  await step('Building the pages', () => {
    rmSync(stamp, { force: true })
    return quietly(node, [join('node_modules', 'vite', 'bin', 'vite.js'), 'build'])
  })
  writeFileSync(stamp, hash)
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesBelow).sort())
    hash.update(`${relative(root, file)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

function filesBelow(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  try {
    return readdirSync(full).flatMap((name) => filesBelow(join(path, name)))
  } catch {
    return /\.test\.tsx?$/.test(path) ? [] : [full]
  }
}

// ——— Running

function environment(node) {
  // A production NODE_ENV would leave out what builds and tests.
  const { NODE_ENV: _, ...env } = process.env
  return { ...env, PATH: `${dirname(node)}${delimiter}${env.PATH ?? ''}` }
}

/**
 * Runs in a group of its own: Ctrl-C reaches the whole group of the terminal, and what we start should hear it once,
 * from us. Should we be killed, it hears that as well, by the end of the channel between us.
 */
function runToTheEnd(node, script) {
  const child = spawn(node, script, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
    env: environment(node),
  })
  let lastSignal = -Infinity
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      // The terminal and npm both tell us of one Ctrl-C.
      if (performance.now() - lastSignal > 500) child.kill(signal)
      lastSignal = performance.now()
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}

/** Shows what it printed only if it fails. */
function quietly(node, args, cwd = root) {
  const child = spawn(node, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment(node), NO_COLOR: '1' },
  })
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += chunk))
  child.stderr.on('data', (chunk) => (printed += chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new StepFailed(printed))))
  })
}

/** Says what takes its time, and that it still does. */
async function step(title, work) {
  const begun = performance.now()
  const seconds = () => Math.round((performance.now() - begun) / 1000)
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

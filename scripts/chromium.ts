import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The Chromium that tests run in: the one of the system. Undefined where Playwright has to bring its own. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/snap/bin')
  const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  return programs
    .flatMap((program) => folders.map((folder) => join(folder, program)))
    .concat(mac)
    .find(isProgram)
}

/** Brings a Chromium where there is none: Debian's package for root, Playwright's own for everybody else. What it says is why it could not. */
export function ensureChromium(): string | undefined {
  if (findChromium()) return undefined
  if (process.getuid?.() === 0 && run('apt-get', ['--version']).isDone) {
    console.log('    no Chromium found: installing the package of the system …')
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
    if (findChromium()) return undefined
  }
  console.log('    no Chromium found: Playwright fetches its own …')
  const fetched = run(process.execPath, [playwright, 'install', 'chromium'])
  if (fetched.isDone) return undefined
  const reason = /^Error: .+/m.exec(fetched.said)?.[0] ?? fetched.said.trim()
  return `There is no Chromium, and none could be brought: install one, or let this machine reach Playwright's.\n${reason}`
}

const playwright = 'node_modules/@playwright/test/cli.js'

function run(program: string, args: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env })
  return { isDone: status === 0, said: `${stdout}${stderr}` }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

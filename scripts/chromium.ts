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

/** Brings a Chromium where there is none: Debian's package for root, Playwright's own for everybody else. */
export function ensureChromium(): void {
  if (findChromium()) return
  const isRoot = process.getuid?.() === 0
  if (isRoot && run('apt-get', ['--version'])) {
    console.log('    no Chromium found: installing the package of the system …')
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
    if (findChromium()) return
  }
  console.log('    no Chromium found: Playwright fetches its own …')
  run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
}

function run(program: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(program, args, { stdio: 'ignore', env }).status === 0
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The system's Chromium, which the tests run in. Undefined if there is none. The build without a window comes first, because the full
 * browser spends more processor time on its own windows than on the pages.
 */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/snap/bin')
  const programs = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  return programs
    .flatMap((program) => folders.map((folder) => join(folder, program)))
    .concat(mac)
    .find(isProgram)
}

/**
 * Installs Chromium if there is none: Debian's package for root, otherwise Playwright's own. Returns an error message on failure.
 * A full browser is replaced by the build without a window where Debian has it.
 */
export function ensureChromium(): string | undefined {
  if (findChromium()?.endsWith(shell)) return undefined
  if (process.getuid?.() === 0 && run('apt-get', ['--version']).succeeded) {
    console.log('    Installing the system package of Chromium …')
    run('apt-get', ['update', '-qq'])
    if (!installPackage(shell) && !findChromium()) installPackage('chromium')
  }
  if (findChromium()) return undefined
  console.log('    Chromium not found: downloading it with Playwright …')
  const fetched = run(process.execPath, [playwright, 'install', 'chromium'])
  if (fetched.succeeded) return undefined
  const reason = /^Error: .+/m.exec(fetched.output)?.[0] ?? fetched.output.trim()
  return `Chromium not found and its installation failed. Install Chromium, or allow downloads from Playwright.\n${reason}`
}

const shell = 'chromium-headless-shell'
const playwright = 'node_modules/@playwright/test/cli.js'

function installPackage(name: string): boolean {
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]).succeeded
}

function run(program: string, args: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env })
  return { succeeded: status === 0, output: `${stdout}${stderr}` }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

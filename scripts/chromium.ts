import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

import { shell } from './shell.ts'

/**
 * The system's Chromium, which the tests run in. Undefined if there is none. The build without a window comes first, because the full
 * browser spends more processor time on its own windows than on the pages.
 */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/snap/bin')
  const programs = [
    headless,
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ]
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
export async function ensureChromium(): Promise<string | undefined> {
  if (findChromium()?.endsWith(headless)) return undefined
  if (process.getuid?.() === 0 && (await succeeds('apt-get --version'))) {
    console.log('    Installing the system package of Chromium …')
    await succeeds('apt-get update -qq')
    if (!(await installPackage(headless)) && !findChromium()) await installPackage('chromium')
  }
  if (findChromium()) return undefined
  console.log('    Chromium not found: downloading it with Playwright …')
  const { code, output } = await shell('playwright install chromium')
  if (code === 0) return undefined
  const reason = /^Error: .+/m.exec(output)?.[0] ?? output.trim()
  return `Chromium not found and its installation failed. Install Chromium, or allow downloads from Playwright.\n${reason}`
}

const headless = 'chromium-headless-shell'

const installPackage = (name: string) =>
  succeeds(`apt-get install -y -qq --no-install-recommends ${name}`)

async function succeeds(command: string): Promise<boolean> {
  return (await shell(command, { env: { DEBIAN_FRONTEND: 'noninteractive' } })).code === 0
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

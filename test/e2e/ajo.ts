import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A running Ajo with its own data, started by the same command as `npm start`. */
export interface Ajo extends AsyncDisposable {
  url: string
  dataDir: string
  /** Terminal output so far. */
  output: () => string
  /** Login of a person of the sample data, read from the terminal output. */
  person: (role: string) => { email: string; password: string }
  /** The printed link that opens the development features in a browser. */
  developmentLink: () => string
  /** Stops it like Ctrl-C and returns the exit code. */
  stop: () => Promise<number | null>
}

type Options = {
  env?: Record<string, string>
  dataDir?: string
  /** Path of a data folder to begin with a copy of, because creating one takes ten times as long. */
  template?: string | undefined
}

/** Workers give up earlier; data templates may take this long on a busy machine. */
const readyAfterMs = 600_000

export async function startAjo(options: Options = {}): Promise<Ajo> {
  const { env = {}, dataDir, template } = options
  const data = dataDir ?? (await mkdtemp(join(tmpdir(), 'ajo-e2e-')))
  // PostgreSQL insists on the owner of its files, which `cp -a` keeps.
  if (template !== undefined) execFileSync('cp', ['-a', `${template}/.`, data])
  const port = env.PORT ?? String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['scripts/ajo.mjs', 'start'], {
    // All sample people have addresses of one domain, and a payout mails every donor among them.
    env: { MAILS_PER_DOMAIN: '100000', ...process.env, ...env, PORT: port, DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const exited = once(child, 'exit').then(([code]) => code as number | null)

  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    return exited
  }
  await Promise.race([
    untilReady(url),
    exited.then((code) => {
      throw new Error(`Ajo ended with ${code} before it was ready:\n${printed}`)
    }),
  ]).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    url,
    dataDir: data,
    output: () => printed,
    person: (role) => personIn(printed, role),
    developmentLink: () => developmentLinkIn(printed),
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop()
      if (dataDir === undefined) await rm(data, { recursive: true, force: true })
    },
  }
}

export function personIn(printed: string, role: string) {
  const line = new RegExp(`^ {2}(\\S+@\\S+)\\s+(\\S+)\\s+${role}\\b`, 'm').exec(printed)
  const [, email = '', password = ''] = line ?? []
  if (!line) throw new Error(`the output names no ${role}:\n${printed}`)
  return { email, password }
}

export function developmentLinkIn(printed: string): string {
  const [link] = /http\S+\/development\/enter\?key=\S+/.exec(printed) ?? []
  if (link === undefined)
    throw new Error(`the output has no link to development features:\n${printed}`)
  return link
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + readyAfterMs
  while (Date.now() < deadline) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`not ready after ${readyAfterMs} ms`)
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

import * as z from 'zod/mini'

/** Packages that contain a Chromium of this version, for Linux on x64. */
const packages = {
  80: 'chrome-aws-lambda@2.1.1',
  92: 'chrome-aws-lambda@10.1.0',
  106: '@sparticuz/chromium@106.0.2',
  109: '@sparticuz/chromium@109.0.6',
  119: '@sparticuz/chromium@119.0.2',
}
export type OldVersion = keyof typeof packages

/** The program, downloaded once for all checkouts. */
function fetchChromium(version: OldVersion): string {
  const folder = join(homedir(), '.cache/ajo/chromium', String(version))
  const program = join(folder, 'chromium')
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, { cwd: folder, encoding: 'utf8' }).trim()
  const archive = run('npm', ['pack', '--silent', packages[version]])
  run('tar', ['-xzf', archive, 'package/bin/chromium.br'])
  const packed = readFileSync(join(folder, 'package/bin/chromium.br'))
  writeFileSync(program, brotliDecompressSync(packed), { mode: 0o755 })
  for (const each of [archive, 'package']) rmSync(join(folder, each), { recursive: true })
  return program
}

/** A page in an old Chromium. Playwright's selectors need built-ins that it lacks. */
export interface OldBrowser extends AsyncDisposable {
  open: (path: string) => Promise<void>
  /** Evaluates an expression in the page. */
  run: <Result = unknown>(expression: string) => Promise<Result>
  /** Evaluates an expression until its value is true. */
  until: (expression: string) => Promise<void>
  chooseFile: (selector: string, file: string) => Promise<void>
  /** Errors that the scripts of pages did not catch. */
  errors: string[]
}

/** As long as other stories wait for mails and jobs. */
const deadlineMs = 180_000

const answerSchema = z.object({
  id: z.optional(z.number()),
  method: z.optional(z.string()),
  params: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string() })),
})

export async function openOldBrowser(version: OldVersion, origin: string): Promise<OldBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'ajo-old-'))
  const child = spawn(
    fetchChromium(version),
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-software-rasterizer',
      '--remote-debugging-port=0',
      '--window-size=360,740',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  await using opened = new AsyncDisposableStack()
  opened.defer(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    rmSync(profile, { recursive: true, force: true })
  })
  const address = await readAddress(child.stderr)
  const socket = new WebSocket(await findPage(address))
  await once(socket, 'open')

  const errors: string[] = []
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error } = z.parse(answerSchema, JSON.parse(String(data)))
    if (method === 'Runtime.exceptionThrown') errors.push(JSON.stringify(params).slice(-600))
    if (id === undefined) return
    if (error) waiting.get(id)?.reject(new Error(error.message))
    else waiting.get(id)?.resolve(result)
  })
  let lastId = 0
  const send = (method: string, params: object = {}) => {
    const answer = Promise.withResolvers<unknown>()
    waiting.set(++lastId, answer)
    socket.send(JSON.stringify({ id: lastId, method, params }))
    setTimeout(() => {
      answer.reject(new Error(`no answer to ${method} ${JSON.stringify(params)}`))
    }, 20_000).unref()
    return answer.promise
  }
  for (const domain of ['Page', 'Runtime', 'DOM', 'Network']) await send(`${domain}.enable`)

  const run: OldBrowser['run'] = async (expression) => {
    const options = { expression, returnByValue: true, awaitPromise: true }
    const evaluated = await send('Runtime.evaluate', options)
    const { result, exceptionDetails } = evaluated as {
      result: { value: never }
      exceptionDetails?: { exception?: { description?: string } }
    }
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description)
    return result.value
  }
  const until: OldBrowser['until'] = async (expression) => {
    const end = Date.now() + deadlineMs
    // A page that is being left can't answer.
    while (!(await run(`Promise.resolve(${expression}).then(Boolean)`).catch(() => false))) {
      if (Date.now() > end) {
        const text = await run<string>(
          '`${location.href} ${document.body && document.body.innerText}`',
        )
        throw new Error(`${expression} stayed false at ${text}\n${errors.join('\n')}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const owned = opened.move()
  return {
    run,
    errors,
    open: async (path) => {
      // It answers when the new document has replaced the one before.
      await send('Page.navigate', { url: new URL(path, origin).href })
      await until("document.readyState === 'complete'")
    },
    until,
    chooseFile: async (selector, file) => {
      const { root } = (await send('DOM.getDocument')) as { root: { nodeId: number } }
      const found = (await send('DOM.querySelector', { nodeId: root.nodeId, selector })) as object
      await send('DOM.setFileInputFiles', { ...found, files: [file] })
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The address of the first page, which is listed a moment after the program listens. */
async function findPage(address: string): Promise<string> {
  const end = Date.now() + deadlineMs
  while (Date.now() < end) {
    const targets = (await (await fetch(`http://${address}/json`)).json()) as {
      type: string
      webSocketDebuggerUrl: string
    }[]
    const page = targets.find(({ type }) => type === 'page')
    if (page) return page.webSocketDebuggerUrl
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the old Chromium has opened no page')
}

/** The pipe stays open, because the browser stops when it can't print. */
function readAddress(output: NodeJS.ReadableStream): Promise<string> {
  const found = Promise.withResolvers<string>()
  let printed = ''
  output.on('data', (chunk) => {
    printed += String(chunk)
    const address = /DevTools listening on ws:\/\/([^/]+)/.exec(printed)?.[1]
    if (address) found.resolve(address)
  })
  output.on('end', () => found.reject(new Error(`the old Chromium ended:\n${printed}`)))
  return found.promise
}

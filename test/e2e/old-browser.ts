import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

import bcd from '@mdn/browser-compat-data' with { type: 'json' }
import type { Identifier } from '@mdn/browser-compat-data/types'
import * as z from 'zod/mini'

import { findChromium } from '../../scripts/chromium.ts'

/** Packages that contain a Chromium of this version, for Linux on x64. */
const packages = {
  'Chromium 80': 'chrome-aws-lambda@2.1.1',
  'Chromium 92': 'chrome-aws-lambda@10.1.0',
  'Chromium 106': '@sparticuz/chromium@106.0.2',
  'Chromium 109': '@sparticuz/chromium@109.0.6',
  'Chromium 119': '@sparticuz/chromium@119.0.2',
}
/** The tests' own Chromium without the built-ins that this Safari lacks, by the data of MDN. It parses and draws as itself. */
const simulated = { 'Safari 15': '15', 'Safari 15.4': '15.4', 'Safari 16': '16' }

export const otherBrowsers = [...keysOf(packages), 'Firefox ESR', ...keysOf(simulated)] as const
export type OtherBrowser = (typeof otherBrowsers)[number]

function keysOf<Key extends string>(record: Record<Key, string>) {
  return Object.keys(record) as Key[]
}

/** The program, downloaded once for all checkouts. */
function fetchChromium(name: keyof typeof packages): string {
  const folder = join(homedir(), '.cache/ajo/chromium', name.replace(/\D+/, ''))
  const program = join(folder, 'chromium')
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, { cwd: folder, encoding: 'utf8' }).trim()
  const archive = run('npm', ['pack', '--silent', packages[name]])
  run('tar', ['-xzf', archive, 'package/bin/chromium.br'])
  const packed = readFileSync(join(folder, 'package/bin/chromium.br'))
  writeFileSync(program, brotliDecompressSync(packed), { mode: 0o755 })
  for (const each of [archive, 'package']) rmSync(join(folder, each), { recursive: true })
  return program
}

/** Debian's package. Firefox speaks WebDriver BiDi itself. */
function findFirefox(): string {
  const program = '/usr/bin/firefox-esr'
  if (!existsSync(program))
    execFileSync('apt-get', ['install', '-qqy', '--no-install-recommends', 'firefox-esr'])
  return program
}

/** Deletes what this Safari lacks before the scripts of a page run. */
function toDeletion(version: string): string {
  const isLacking = ({ __compat }: Identifier) => {
    const [first] = [__compat?.support.safari].flat()
    if (!first || first.flags) return true
    const { version_added: added, version_removed: removed } = first
    if (typeof removed === 'string' && Number(removed) <= Number(version)) return true
    return typeof added !== 'string' || !(Number(added.replace('≤', '')) <= Number(version))
  }
  const { api, javascript } = bcd
  const owners = { ...api, ...javascript.builtins } as unknown as Record<string, Identifier>
  const paths = Object.entries(owners).flatMap(([owner, members]) => {
    const lacking = Object.entries<Identifier>(members).filter(
      ([key, member]) => /^[A-Za-z]+(_static)?$/.test(key) && member.__compat && isLacking(member),
    )
    // The data mark what belongs to the constructor only for the web's own interfaces.
    const toPaths = (key: string) => {
      if (key.endsWith('_static')) return [[owner, key.replace('_static', '')]]
      if (owner === 'Window') return [[key]]
      const ofPrototype = [owner, 'prototype', key]
      return owner in api ? [ofPrototype] : [ofPrototype, [owner, key]]
    }
    return members.__compat && isLacking(members)
      ? [[owner]]
      : lacking.flatMap(([key]) => toPaths(key))
  })
  return `for (const path of ${JSON.stringify(paths)}) {
    const owner = path.slice(0, -1).reduce((value, key) => value && value[key], globalThis)
    if (owner) delete owner[path[path.length - 1]]
  }`
}

/** A page in an old browser, or in one that Playwright does not drive. Its selectors need newer built-ins. */
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

/** What the two protocols do in their own ways. */
type Page = Pick<OldBrowser, 'run' | 'chooseFile'> & { navigate: (url: string) => Promise<unknown> }

/** As long as other stories wait for mails and jobs. */
const deadlineMs = 180_000

const answerSchema = z.object({
  id: z.optional(z.nullable(z.number())),
  method: z.optional(z.string()),
  params: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
})

export async function openOldBrowser(name: OtherBrowser, origin: string): Promise<OldBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'ajo-old-'))
  const isFirefox = name === 'Firefox ESR'
  const child = isFirefox ? startFirefox(profile) : startChromium(findProgram(name), profile)
  await using opened = new AsyncDisposableStack()
  opened.defer(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  })
  const printed: string[] = []
  const address = await readAddress(child, printed)
  const errors: string[] = []
  const page = isFirefox
    ? await openFirefoxPage(await openChannel(`ws://${address}/session`, errors))
    : await openChromiumPage(await openChannel(await findPage(address), errors), name)
  const { run } = page

  const until: OldBrowser['until'] = async (expression) => {
    const end = Date.now() + deadlineMs
    // A page that is being left can't answer.
    while (!(await run(`Promise.resolve(${expression}).then(Boolean)`).catch(() => false))) {
      if (Date.now() > end) {
        const text = await run<string>(
          '`${location.href} ${document.body && document.body.innerText}`',
        )
        throw new Error(
          `${expression} stayed false at ${text}\n${[...errors, ...printed.slice(-9)].join('\n')}`,
        )
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
      await page.navigate(new URL(path, origin).href)
      await until("document.readyState === 'complete'")
    },
    until,
    chooseFile: page.chooseFile,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function findProgram(name: Exclude<OtherBrowser, 'Firefox ESR'>): string {
  if (name in packages) return fetchChromium(name as keyof typeof packages)
  const own = findChromium()
  if (own === undefined) throw new Error('Chromium is not installed')
  return own
}

const startChromium = (program: string, profile: string) =>
  spawn(
    program,
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

function startFirefox(profile: string) {
  // Its own services would ask servers outside.
  const quiet = {
    'app.normandy.enabled': false,
    'browser.safebrowsing.downloads.enabled': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'services.settings.server': 'data:,#remote-settings-dummy/v1',
  }
  const lines = Object.entries(quiet).map(
    ([key, value]) => `user_pref(${JSON.stringify(key)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile]
  return spawn(findFirefox(), args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Firefox also reports what a page had not loaded when it was left. Where a page misses a module, its job fails. */
const uncaught =
  /"text":"(?:\w*Error: (?!error loading dynamically imported module)|uncaught exception)/

type Channel = { send: (method: string, params?: object) => Promise<unknown> }

/** Both protocols number their requests and answer in this form. */
async function openChannel(address: string, errors: string[]): Promise<Channel> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error } = z.parse(answerSchema, JSON.parse(String(data)))
    const text = JSON.stringify(params)
    if (method === 'Runtime.exceptionThrown') errors.push(text.slice(-600))
    if (method === 'log.entryAdded' && text.includes('"level":"error"') && uncaught.test(text))
      errors.push(text.slice(0, 600))
    if (typeof id !== 'number') return
    if (error) waiting.get(id)?.reject(new Error(String(data)))
    else waiting.get(id)?.resolve(result)
  })
  let lastId = 0
  return {
    send: (method, params = {}) => {
      const answer = Promise.withResolvers<unknown>()
      waiting.set(++lastId, answer)
      socket.send(JSON.stringify({ id: lastId, method, params }))
      setTimeout(
        () => {
          answer.reject(new Error(`no answer to ${method} ${JSON.stringify(params)}`))
          // The first one waits for the start of the browser.
        },
        lastId === 1 ? deadlineMs : 20_000,
      ).unref()
      return answer.promise
    },
  }
}

async function openChromiumPage({ send }: Channel, name: OtherBrowser): Promise<Page> {
  for (const domain of ['Page', 'Runtime', 'DOM', 'Network']) await send(`${domain}.enable`)
  if (name in simulated) {
    const source = toDeletion(simulated[name as keyof typeof simulated])
    await send('Page.addScriptToEvaluateOnNewDocument', { source })
  }
  return {
    navigate: (url) => send('Page.navigate', { url }),
    run: async (expression) => {
      const options = { expression, returnByValue: true, awaitPromise: true }
      const evaluated = await send('Runtime.evaluate', options)
      const { result, exceptionDetails } = evaluated as {
        result: { value: never }
        exceptionDetails?: { exception?: { description?: string } }
      }
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description)
      return result.value
    },
    chooseFile: async (selector, file) => {
      const { root } = (await send('DOM.getDocument')) as { root: { nodeId: number } }
      const found = (await send('DOM.querySelector', { nodeId: root.nodeId, selector })) as object
      await send('DOM.setFileInputFiles', { ...found, files: [file] })
    },
  }
}

type Remote = { type: string; value?: unknown }
const toValue = ({ type, value }: Remote): unknown =>
  type === 'object'
    ? Object.fromEntries((value as [string, Remote][]).map(([key, each]) => [key, toValue(each)]))
    : type === 'array'
      ? (value as Remote[]).map(toValue)
      : value

async function openFirefoxPage({ send }: Channel): Promise<Page> {
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = (await send('browsingContext.getTree')) as {
    contexts: { context: string }[]
  }
  const context = contexts[0]?.context
  await send('browsingContext.setViewport', { context, viewport: { width: 360, height: 740 } })
  return {
    navigate: (url) => send('browsingContext.navigate', { context, url, wait: 'interactive' }),
    run: async (expression) => {
      const options = { expression, target: { context }, awaitPromise: true }
      const evaluated = (await send('script.evaluate', options)) as {
        result?: Remote
        exceptionDetails?: { text: string }
      }
      if (evaluated.exceptionDetails) throw new Error(evaluated.exceptionDetails.text)
      return toValue(evaluated.result ?? { type: 'undefined' }) as never
    },
    chooseFile: async (selector, file) => {
      const locator = { type: 'css', value: selector }
      const { nodes } = (await send('browsingContext.locateNodes', { context, locator })) as {
        nodes: { sharedId: string }[]
      }
      const element = { sharedId: nodes[0]?.sharedId }
      await send('input.setFiles', { context, element, files: [file] })
    },
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
function readAddress({ stderr }: ChildProcess, printed: string[]): Promise<string> {
  const found = Promise.withResolvers<string>()
  stderr?.on('data', (chunk) => {
    printed.push(String(chunk))
    const address = /(?:DevTools|BiDi) listening on ws:\/\/([^/\s]+)/.exec(printed.join(''))?.[1]
    if (address) found.resolve(address)
  })
  stderr?.on('end', () => found.reject(new Error(`the browser ended:\n${printed.join('')}`)))
  return found.promise
}

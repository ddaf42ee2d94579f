import { execFile, fork, type ChildProcess, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'

/** The server answers everyone and these programs one person, so they run when the server has nothing to do. */
const niceness = 5
/** Enough for the largest honest file on a busy machine. */
const timeoutMs = 45_000
const idleMs = 30_000

function yieldToServer(child: ChildProcess) {
  try {
    if (child.pid) setPriority(child.pid, niceness)
  } catch {
    // It has ended already.
  }
}

type Program = { args: string[]; input: Uint8Array | string; env?: Record<string, string> }

/** `signal` ended it at the limit of time, or without memory. */
type Ended = { output?: Buffer; signal?: NodeJS.Signals | undefined }

function execute({ args, input, env = {} }: Program, limitMs = timeoutMs): Promise<Ended> {
  const limits = { timeout: limitMs, killSignal: 'SIGKILL', maxBuffer: 4_000_000 } as const
  return new Promise((resolve) => {
    const options = { ...limits, env, encoding: 'buffer' } as const
    const child = execFile(process.execPath, args, options, (error, output) =>
      resolve(error ? { signal: error.signal ?? undefined } : { output }),
    )
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

/**
 * What a program writes for this input. Its environment is the given one, and it is killed at the limit of time. Another program starts
 * it, because a start stops the one that starts it for as long as its memory is mapped again.
 */
export const runProgram = openProgram<{ execute: typeof execute }>(import.meta.filename)('execute')

/** At the limit of time or without memory, before it answered. */
export class ProgramEnded extends Error {}

type Functions = Record<string, (...args: never[]) => Promise<unknown>>
type Call = { name: string; args: Serializable[] }
type Answer = { result: unknown } | { error: unknown }

/**
 * Calls functions that a program serves. It has no environment, runs one call at a time, is killed at the limit of time, and stays for
 * a while, because its start takes longer than most calls.
 */
export function openProgram<Served extends Functions>(file: string, limitMs = 1.2 * timeoutMs) {
  const idle = new Map<ChildProcess, NodeJS.Timeout>()

  const start = () => {
    // As the server's own: glibc returns the memory of decoded pictures.
    const threshold = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }
    const env = { MALLOC_ARENA_MAX: '2', ...threshold }
    const child = fork(file, { env, execArgv: [], serialization: 'advanced' })
    yieldToServer(child)
    child.once('exit', () => idle.delete(child)).on('error', () => {})
    return child
  }

  /** Nothing waits for it, so that this process can end. */
  const keep = (child: ChildProcess) => {
    if (!child.connected) return
    child.unref()
    child.channel?.unref()
    const end = () => {
      idle.delete(child)
      child.disconnect()
    }
    idle.set(child, setTimeout(end, idleMs).unref())
  }

  const run = async (call: Call): Promise<unknown> => {
    const [child, idleTimer] = [...idle].at(-1) ?? [start()]
    clearTimeout(idleTimer)
    idle.delete(child)
    child.ref()
    child.channel?.ref()
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
    const settled = new AbortController()
    const ended = async () => {
      await once(child, 'exit', settled)
      throw new ProgramEnded()
    }
    try {
      const answered = once(child, 'message', settled)
      child.send(call)
      const [answer] = (await Promise.race([answered, ended()])) as [Answer]
      if ('error' in answer) throw answer.error
      return answer.result
    } finally {
      settled.abort()
      clearTimeout(timer)
      keep(child)
    }
  }

  return <Name extends keyof Served & string>(name: Name) =>
    (...args: Parameters<Served[Name]> & Serializable[]) =>
      run({ name, args }) as ReturnType<Served[Name]>
}

/** Answers the calls of the server until it closes the channel. A signal to both leaves the server time to end its requests. */
export function serveCalls(functions: Functions) {
  const answer = async ({ name, args }: Call) => {
    try {
      process.send?.({ result: await functions[name]?.(...(args as never[])) })
    } catch (error) {
      process.send?.({ error })
    }
  }
  process.on('message', (call: Call) => void answer(call))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
}

if (import.meta.main) serveCalls({ execute })

import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'

import * as z from 'zod/mini'

import { parseJson } from '#shared/json.ts'

type ShellOptions = { env?: Record<string, string>; isShown?: boolean }

/** Runs a command with the programs of the packages. Collects its output unless it is shown. */
export function shell(command: string, { env = {}, isShown = false }: ShellOptions = {}) {
  const child = spawn('sh', ['-c', command], {
    stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
    env: {
      ...process.env,
      ...(!process.stdout.isTTY && { NO_COLOR: '1' }),
      ...env,
      PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
    },
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise<{ code: number | null; output: string }>((done) => {
    child.once('close', (code) => done({ code, output }))
  })
}

/** A script of package.json, or a command that fails. */
export function getScript(name: string): string {
  const { scripts } = z.parse(
    z.object({ scripts: z.record(z.string(), z.string()) }),
    parseJson(readFileSync('package.json', 'utf8')),
  )
  return scripts[name] ?? 'false'
}

/** Undefined if the file is missing or not JSON. */
export function readReport(file: string): unknown {
  return existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : undefined
}

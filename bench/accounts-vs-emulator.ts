import * as z from 'zod/mini'

import type { AuthEmulator } from '#test/emulators/auth-emulator.ts'
import { createKillableAjo } from '#test/kill/killable-ajo.ts'

import { getCpuUs, measureCpuRates, printCpuRate, type CpuRate } from './cpu-rates.ts'

const credential = { email: 'ngozi@example.com', password: 'mango rain 47' }
const concurrencies = [1, 8]

/**
 * Processor time for recognising a user. Google's emulator needs a token lookup and a refresh; Ajo reads a session, alone or with
 * account and profile. Ajo's time includes its PostgreSQL. Goal: less than the emulator, although that keeps everything in memory.
 */
export async function compareWithEmulator(emulator: AuthEmulator) {
  await using ajo = await createKillableAjo(undefined, { LOG_LEVEL: 'warn' })
  await ajo.start()
  const tokens = await signUpAtEmulator(emulator)
  const cookie = await signUpAtAjo(ajo.url)

  const emulatorCpuUs = () => getCpuUs(emulator.pid)
  const lookup = () =>
    post(`${emulator.identityToolkitUrl}/v1/accounts:lookup?key=any`, { idToken: tokens.idToken })
  const refresh = () =>
    post(`${emulator.secureTokenUrl}/v1/token?key=any`, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refreshToken,
    })
  const ajoCpuUs = () => getCpuUs(...ajo.pids())
  const readActor = async () =>
    void (await (await fetch(`${ajo.url}/healthz`, { headers: { cookie } })).text())
  const works = [
    { run: lookup, cpuUs: emulatorCpuUs },
    { run: refresh, cpuUs: emulatorCpuUs },
    { run: readActor, cpuUs: ajoCpuUs },
    { run: () => readSession(ajo.url, cookie), cpuUs: ajoCpuUs },
  ]
  for (const concurrency of concurrencies)
    printComparison(concurrency, await measureCpuRates(concurrency, works))
}

function printComparison(concurrency: number, [lookups, refreshes, readings, sessions]: CpuRate[]) {
  if (!lookups || !refreshes || !readings || !sessions) return
  console.log(`${concurrency} at a time`)
  printCpuRate("a lookup at Google's emulator", lookups)
  printCpuRate("a refresh at Google's emulator", refreshes)
  printCpuRate('a request with a session', readings)
  printCpuRate('GET /api/session', sessions)
  for (const [name, ours] of Object.entries({
    'the request': readings,
    'GET /api/session': sessions,
  }))
    console.log(
      `  CPU of ${name}: ${(ours.cpuUs / lookups.cpuUs).toFixed(2)} of a lookup, ` +
        `${(ours.cpuUs / refreshes.cpuUs).toFixed(2)} of a refresh (goal below 1)`,
    )
}

const tokensSchema = z.object({ idToken: z.string(), refreshToken: z.string() })

async function signUpAtEmulator({ identityToolkitUrl }: AuthEmulator) {
  const url = `${identityToolkitUrl}/v1/accounts:signUp?key=any`
  return z.parse(tokensSchema, await post(url, { ...credential, returnSecureToken: true }))
}

async function signUpAtAjo(url: string): Promise<string> {
  const { email, password } = credential
  const names = { firstname: 'Ngozi', lastname: 'Eze', gender: 'Female', terms: true }
  const response = await fetch(`${url}/api/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ ...names, email, password, confirmPassword: password }),
  })
  if (response.status !== 201) throw new Error(`sign-up failed: ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

async function post(url: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  return readJson(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }))
}

async function readSession(url: string, cookie: string) {
  const response = await readJson(await fetch(`${url}/api/session`, { headers: { cookie } }))
  z.parse(z.object({ account: z.object({}) }), response)
}

async function readJson(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`answered ${response.status}: ${await response.text()}`)
  return response.json()
}

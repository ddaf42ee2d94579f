import * as z from 'zod/mini'

import type { AuthEmulator } from '#test/emulators/auth-emulator.ts'
import { killableAjo } from '#test/kill/killable-ajo.ts'

import { cpuUsOf, inTurns, print, type CpuRate } from './cpu-rates.ts'

const credential = { email: 'ngozi@example.com', password: 'mango rain 47' }
/** Somebody alone, and a crowd. */
const crowds = [1, 8]

/**
 * Who is asking, and going on being somebody: with Google a look-up by token and a refresh; with us both are the reading of a session, by
 * itself or with the account and the profile. The servers are asked over HTTP by this process; what counts is what they use themselves,
 * ours together with its PostgreSQL. Goal: less, though the emulator keeps all in memory.
 */
export async function besideEmulator(emulator: AuthEmulator) {
  await using ajo = await killableAjo(undefined, { LOG_LEVEL: 'warn' })
  await ajo.start()
  const tokens = await signUpThere(emulator)
  const cookie = await signUpHere(ajo.url)

  const there = () => cpuUsOf(emulator.pid)
  const lookup = () =>
    post(`${emulator.identityToolkitUrl}/v1/accounts:lookup?key=any`, { idToken: tokens.idToken })
  const refresh = () =>
    post(`${emulator.secureTokenUrl}/v1/token?key=any`, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refreshToken,
    })
  const here = () => cpuUsOf(...ajo.pids())
  const recognise = async () =>
    void (await (await fetch(`${ajo.url}/healthz`, { headers: { cookie } })).text())
  const works = [
    { run: lookup, cpuUs: there },
    { run: refresh, cpuUs: there },
    { run: recognise, cpuUs: here },
    { run: () => readSession(ajo.url, cookie), cpuUs: here },
  ]
  for (const lanes of crowds) printBeside(lanes, await inTurns(lanes, works))
}

function printBeside(lanes: number, [lookups, refreshes, readings, sessions]: CpuRate[]) {
  if (!lookups || !refreshes || !readings || !sessions) return
  console.log(`${lanes} at a time`)
  print("a look-up at Google's emulator", lookups)
  print("a refresh at Google's emulator", refreshes)
  print('a request of ours by somebody', readings)
  print('GET /api/session', sessions)
  for (const [name, ours] of Object.entries({
    'the request': readings,
    'GET /api/session': sessions,
  }))
    console.log(
      `  CPU of ${name}: ${(ours.cpuUs / lookups.cpuUs).toFixed(2)} of a look-up, ` +
        `${(ours.cpuUs / refreshes.cpuUs).toFixed(2)} of a refresh (goal below 1)`,
    )
}

const tokensSchema = z.object({ idToken: z.string(), refreshToken: z.string() })

async function signUpThere({ identityToolkitUrl }: AuthEmulator) {
  const url = `${identityToolkitUrl}/v1/accounts:signUp?key=any`
  return z.parse(tokensSchema, await post(url, { ...credential, returnSecureToken: true }))
}

async function signUpHere(url: string): Promise<string> {
  const { email, password } = credential
  const names = { firstname: 'Ngozi', lastname: 'Eze', gender: 'Female', terms: true }
  const response = await fetch(`${url}/api/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ ...names, email, password, confirmPassword: password }),
  })
  if (response.status !== 201) throw new Error(`not signed up: ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

async function post(url: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  return answered(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }))
}

async function readSession(url: string, cookie: string) {
  const answer = await answered(await fetch(`${url}/api/session`, { headers: { cookie } }))
  z.parse(z.object({ account: z.object({}) }), answer)
}

async function answered(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`answered ${response.status}: ${await response.text()}`)
  return response.json()
}

import { Hono } from 'hono'
import { expect, it } from 'vitest'

import { sessionCookies } from './session-cookies.ts'

const token = 'T'.repeat(43)

async function written(publicUrl: string, path: 'in' | 'out') {
  const cookies = sessionCookies(publicUrl)
  const app = new Hono()
    .get('/in', (c) => {
      cookies.write(c, { token, uid: 'ada' })
      return c.body(null)
    })
    .get('/out', (c) => {
      cookies.remove(c)
      return c.body(null)
    })
  return (await app.request(`/${path}`)).headers.getSetCookie()
}

it('keeps the token from scripts and other sites, and on https under the name that only we can set', async () => {
  expect(await written('https://ajo.example', 'in')).toEqual([
    `__Host-session=${token}; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax`,
    'uid=ada; Max-Age=2592000; Path=/; Secure; SameSite=Lax',
  ])
  expect(await written('http://127.0.0.1:3000', 'in')).toEqual([
    `session=${token}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
    'uid=ada; Max-Age=2592000; Path=/; SameSite=Lax',
  ])
})

it('takes both cookies away at logout', async () => {
  const removed = await written('https://ajo.example', 'out')
  expect(removed.map((cookie) => cookie.split(';').slice(0, 2))).toEqual([
    ['__Host-session=', ' Max-Age=0'],
    ['uid=', ' Max-Age=0'],
  ])
})

it('reads the token under its own name only', () => {
  const reading = (publicUrl: string, cookie: string) =>
    sessionCookies(publicUrl).tokenOf(new Request(publicUrl, { headers: { cookie } }))
  expect(reading('https://ajo.example', `a=b; __Host-session=${token}`)).toBe(token)
  expect(reading('https://ajo.example', `session=${token}`)).toBeUndefined()
  expect(reading('http://127.0.0.1:3000', `session=${token}`)).toBe(token)
  expect(reading('http://127.0.0.1:3000', `session=${token}x`)).toBeUndefined()
})

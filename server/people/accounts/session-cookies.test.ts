import { Hono } from 'hono'
import { expect, it } from 'vitest'

import { sessionCookies } from './session-cookies.ts'

const token = 'T'.repeat(43)

async function getCookies(publicUrl: string, path: 'in' | 'out') {
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

it('hides the token from scripts and other sites, and uses the __Host- prefix over https', async () => {
  expect(await getCookies('https://ajo.example', 'in')).toEqual([
    `__Host-session=${token}; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax`,
    'uid=ada; Max-Age=2592000; Path=/; Secure; SameSite=Lax',
  ])
  expect(await getCookies('http://127.0.0.1:3000', 'in')).toEqual([
    `session=${token}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
    'uid=ada; Max-Age=2592000; Path=/; SameSite=Lax',
  ])
})

it('removes both cookies at logout', async () => {
  const removed = await getCookies('https://ajo.example', 'out')
  expect(removed.map((cookie) => cookie.split(';').slice(0, 2))).toEqual([
    ['__Host-session=', ' Max-Age=0'],
    ['uid=', ' Max-Age=0'],
  ])
})

it('reads the token only from its own cookie', () => {
  const read = (publicUrl: string, cookie: string) =>
    sessionCookies(publicUrl).getToken(new Request(publicUrl, { headers: { cookie } }))
  expect(read('https://ajo.example', `a=b; __Host-session=${token}`)).toBe(token)
  expect(read('https://ajo.example', `session=${token}`)).toBeUndefined()
  expect(read('http://127.0.0.1:3000', `session=${token}`)).toBe(token)
  expect(read('http://127.0.0.1:3000', `session=${token}x`)).toBeUndefined()
})

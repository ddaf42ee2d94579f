import { expectMessage, expectToast, fill, press, getToast, whileOffline } from '../screen.ts'
import { expect, password, signUp, test } from './hosted.ts'

const logIn = 'accounts:signInWithPassword'
const wrongLogin = 'Username or password is incorrect.'

test('login names what is wrong and what the provider answers', async ({
  row,
  visitor: page,
  hosted: { edge },
}) => {
  await page.goto('/login', { waitUntil: 'networkidle' })
  const submit = async (email: string, typed: string) => {
    await fill(page, { Email: email, Password: typed })
    await press(page, 'Proceed')
  }
  const submitRefused = async (reason: string, toast: string) => {
    edge.refuseIdentity(logIn, reason)
    await submit('ada@example.org', password)
    await expectToast(page, toast)
  }

  await row('5.10', async () => {
    await submit('not an address', password)
    await expectMessage(page, 'Email', 'Invalid email address')
  })
  await row('5.11', async () => {
    await submit('ada@example.org', '')
    await expectMessage(page, 'Password', 'Password is required')
  })
  await row(['5.12', '9.1'], async () => {
    await submit('ada@example.org', 'seven77')
    await expectMessage(page, 'Password', 'Password must be at least 8 characters')
    await submit('nobody@example.org', 'eight888')
    await expectToast(page, wrongLogin)
  })
  await row('8.1', () => submitRefused('INVALID_LOGIN_CREDENTIALS', wrongLogin))
  await row('8.2', () => submitRefused('INVALID_EMAIL', 'Invalid email address.'))
  await row('8.4', () => submitRefused('USER_DISABLED', 'This user has been disabled.'))
  await row('8.5', () => submitRefused('EMAIL_NOT_FOUND', wrongLogin))
  await row('8.6', () => submitRefused('INVALID_PASSWORD', wrongLogin))
  await row('8.8', () =>
    submitRefused('MISSING_CONTINUE_URI', 'An unknown error occurred. Please try again.'),
  )
  await row('8.9', () =>
    submitRefused(
      'TOO_MANY_ATTEMPTS_TRY_LATER',
      'Too many attempts. Please wait a moment and try again.',
    ),
  )
})

test('a login loads the account, and a logout leaves nothing of it', async ({
  row,
  visitor: page,
  hosted,
}) => {
  const { edge } = hosted
  const { email, uid } = await signUp(page, hosted)
  await page.context().clearCookies()
  const readRoot = () => page.evaluate<string>('localStorage.getItem("root") ?? "null"')
  const readCookie = async (name: string) =>
    (await page.context().cookies()).find((cookie) => cookie.name === name)

  await page.goto('/dashboard/settings?from=mail')
  await expect(page).toHaveURL(/\/login$/)
  const lastPath = await readCookie('lastPath')
  await page.waitForLoadState('networkidle')
  await fill(page, { Email: email, Password: password })
  await press(page, 'Proceed')

  await row('8.15', () => expect(getToast(page, 'Login Successful')).toBeVisible())
  await row(['3.5', '9.15'], async () => {
    expect(decodeURIComponent(lastPath?.value ?? '')).toBe('/dashboard/settings?from=mail')
    expect(lastPath?.path).toBe('/')
    await expect(page).toHaveURL(/\/dashboard\/settings\?from=mail$/)
  })
  await row('7.2', async () => {
    const { method, path, headers, body } = edge.last(logIn)
    expect({ method, path, body }).toEqual({
      method: 'POST',
      path: '/v1/accounts:signInWithPassword',
      body: { email, password, returnSecureToken: true },
    })
    expect(headers.get('x-goog-api-key')).toMatch(/^AIza/)
  })
  await row('7.9', async () => {
    const { method, path, body } = edge.last('accounts:lookup')
    expect({ method, path }).toEqual({ method: 'POST', path: '/v1/accounts:lookup' })
    expect(body).toEqual({ idToken: expect.any(String) })
  })
  await row('4.5', async () => {
    const query = edge.last('data/query/production').query
    expect(query.query).toContain('_type == "user" && uid == $uid')
    expect(query.$uid).toBe(JSON.stringify(uid))
  })
  await row(['3.3', '9.14', '4.1'], async () => {
    await expect.poll(readRoot).toContain('"isLoggedIn":true')
    const root = JSON.parse(await readRoot()) as object
    expect(root).toEqual({
      isLoggedIn: true,
      userDetails: {
        uid,
        email,
        firstname: 'Ada',
        lastname: 'Obi',
        gender: 'Female',
        terms: true,
        emailVerified: true,
        _id: expect.stringMatching(/^user\./),
      },
    })
  })
  await row('3.6', async () => {
    expect(await readCookie('uid')).toMatchObject({ value: uid, path: '/' })
  })
  await row('8.31', () =>
    whileOffline(page, async () => {
      await press(page, 'Log out')
      await expectToast(page, 'You seem to be offline. Check your connection and try again.')
      await expect(page).toHaveURL(/\/dashboard\/settings/)
    }),
  )
  await press(page, 'Log out')
  await expect(page).toHaveURL(/\/$/)
  await row('8.22', () => expect(getToast(page, 'Successfully signed out.')).toBeVisible())
  await row('3.4', async () => {
    expect(JSON.parse(await readRoot())).not.toHaveProperty('userDetails.email')
    expect(await readCookie('uid')).toBeUndefined()
    expect(await readCookie('session')).toBeUndefined()
  })
})

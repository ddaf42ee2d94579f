import { expectMessage, expectToast, fill, press, getToast, whileOffline } from '../screen.ts'
import { expect, password, test } from './hosted.ts'

const next = 'harmattan kite 12'

test('settings check each form and say what was saved', async ({ row, owner, hosted }) => {
  const { page, email } = owner
  const { edge } = hosted
  await page.goto('/dashboard/settings', { waitUntil: 'networkidle' })
  const open = (tab: string) => page.getByRole('tab', { name: tab }).click()

  await row('5.16', async () => {
    await fill(page, { 'First Name': '', 'Last Name': '', Email: 'not an address' })
    await press(page, 'Save Changes')
    await expectMessage(page, 'First Name', 'First Name is required')
    await expectMessage(page, 'Last Name', 'Last Name is required')
    await expectMessage(page, 'Email', 'Invalid email address')
  })
  await fill(page, { 'First Name': 'Adaeze', 'Last Name': 'Okafor', Email: email })
  await press(page, 'Save Changes')
  await row('8.19', () => expectToast(page, 'Profile updated successfully!'))
  await row('7.14', async () => {
    const { method, body } = edge.last('data/mutate/production')
    const { mutations } = body as { mutations: { patch?: { set?: object } }[] }
    expect(method).toBe('POST')
    // The others count the change for public lists.
    expect(mutations[0]?.patch?.set).toMatchObject({ firstname: 'Adaeze', lastname: 'Okafor' })
  })

  await open('Security')
  const security = { 'New Password': next, 'Confirm Password': next }
  const change = () => press(page, 'Update Password')
  await row(['5.17', '5.18'], async () => {
    await fill(page, { 'New Password': 'seven77', 'Confirm Password': 'seven77' })
    await change()
    await expectMessage(page, 'Current Password', 'Current password is required')
    await expectMessage(page, 'New Password', 'Password must be at least 8 characters')
    await expectMessage(page, 'Confirm Password', 'Confirm Password must be at least 8 characters')
  })
  await row(['5.19', '5.20'], async () => {
    await fill(page, { ...security, 'Current Password': password, 'Confirm Password': `${next}!` })
    await change()
    await expectToast(page, 'New password and confirm password do not match')
    await expectMessage(page, 'Confirm Password', 'Password must match')
  })
  await row('8.6', async () => {
    await fill(page, { ...security, 'Current Password': 'not my password' })
    await change()
    await expectMessage(page, 'Current Password', 'Incorrect password. Please try again.')
  })
  await fill(page, { ...security, 'Current Password': password })
  await change()
  await row('8.20', () => expectToast(page, 'Password updated successfully!'))
  await row('7.8', async () => {
    expect(edge.last('accounts:signInWithPassword').body).toMatchObject({ email, password })
    expect(edge.last('accounts:update').body).toEqual({
      idToken: expect.any(String),
      password: next,
      returnSecureToken: true,
    })
  })

  await open('Feedback')
  await row('5.21', async () => {
    await press(page, 'Submit')
    await expectMessage(page, 'Your feedback', 'Feedback is required')
  })
  await row('8.34', async () => {
    await fill(page, { 'Your feedback': 'Lost on the way' })
    await whileOffline(page, async () => {
      await press(page, 'Submit')
      await expectToast(page, 'You seem to be offline. Check your connection and try again.')
      await expect(page.getByLabel('Your feedback')).toHaveValue('Lost on the way')
    })
  })
  await row('3.19', async () => {
    await fill(page, { 'Your feedback': 'The wizard is clear.' })
    const sent = page.waitForResponse('**/api/feedback')
    await press(page, 'Submit')
    expect((await sent).request().postDataJSON()).toEqual({ feedback: 'The wizard is clear.' })
    await expect(getToast(page, 'Thank you! Your feedback was sent.')).toBeVisible()
    await expect(page.getByLabel('Your feedback')).toHaveValue('')
  })
})

test('the server reads the profile of a reader once for a page', async ({ owner, hosted }) => {
  const { page } = owner
  const { requests } = hosted.edge
  for (const path of ['overview', 'profile', 'settings', 'transactions', 'create-campaign'])
    await expect(async () => {
      const before = requests.length
      const answer = await page.request.get(`/dashboard/${path}`)
      // On a busy machine the data are late, so that the browser asks for them again.
      expect(await answer.text()).not.toContain('"hydration":null')
      const profiles = requests
        .slice(before)
        .filter(({ query }) => query['query']?.startsWith('*[_type == "user"'))
      expect(profiles, path).toHaveLength(1)
    }).toPass()
})

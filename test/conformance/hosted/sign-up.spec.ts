import { expectMessage, expectToast, fill, press, readMessages } from '../screen.ts'
import { expect, findAccount, password, test } from './hosted.ts'

const form = {
  'First Name': 'Ada',
  'Last Name': 'Obi',
  Password: password,
  'Confirm Password': password,
}

test('sign-up names what is wrong with each field', async ({ row, visitor: page }) => {
  await page.goto('/signup', { waitUntil: 'networkidle' })

  await row('5.49', async () => {
    const gender = page.getByLabel('Gender')
    await expect(gender).toHaveValue('')
    expect(await gender.locator('option:checked').innerText()).toBe('Select an option')
  })
  await row('9.6', async () => {
    const options = await page.getByLabel('Gender').locator('option').allInnerTexts()
    expect(options.slice(1)).toEqual(['Male', 'Female', 'Other'])
  })
  await row('5.47', async () => {
    const field = page.getByLabel('Password', { exact: true })
    await field.fill('seven77')
    const toggle = page.getByRole('button', { name: 'Show password' }).first()
    await expect(field).toHaveAttribute('type', 'password')
    await toggle.click()
    await expect(field).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(field).toHaveAttribute('type', 'password')
  })
  await fill(page, { Password: 'seven77', 'Confirm Password': 'seven77' })
  await fill(page, { 'Email Address': 'not an address' })
  await press(page, 'Proceed')
  await expect(page.getByLabel('First Name')).toHaveAttribute('aria-invalid', 'true')

  await row('5.1', () => expectMessage(page, 'First Name', 'First Name is required'))
  await row('5.2', () => expectMessage(page, 'Last Name', 'Last Name is required'))
  await row('5.3', () => expectMessage(page, 'Gender', 'Gender is required'))
  await row('5.4', () => expectMessage(page, 'Email Address', 'Invalid email address'))
  await row('5.5', async () => {
    const box = page.getByRole('checkbox')
    await expect(box).toHaveAccessibleDescription('You must accept the terms and conditions')
  })
  await row('5.7', () => expectMessage(page, 'Password', 'Password must be at least 8 characters'))
  await row('5.8', () =>
    expectMessage(page, 'Confirm Password', 'Confirm Password must be at least 8 characters'),
  )
  await row('5.9', async () => {
    await fill(page, { Password: password, 'Confirm Password': `${password}!` })
    await press(page, 'Proceed')
    await expectMessage(page, 'Confirm Password', 'Password must match')
    expect(await readMessages(page)).not.toContain('Password must be at least 8 characters')
  })
})

test('sign-up makes the account and shows what the provider refuses', async ({
  row,
  visitor: page,
  hosted: { edge },
}) => {
  const email = 'sign-up@example.org'
  const submit = () => press(page, 'Proceed')
  await page.goto('/signup', { waitUntil: 'networkidle' })
  await fill(page, { ...form, 'Email Address': email })
  await page.getByLabel('Gender').selectOption('Female')
  await page.getByRole('checkbox').check()

  await row('8.3', async () => {
    edge.refuseProject('accounts', 'EMAIL_EXISTS')
    await submit()
    await expectToast(page, 'Email already in use.')
  })
  await row(['8.7', '9.2'], async () => {
    const reason = 'WEAK_PASSWORD : Password should be at least 6 characters'
    edge.refuseProject('accounts', reason)
    await submit()
    await expectToast(page, 'Password should be at least 6 characters')
  })
  await row('8.11', async () => {
    edge.refuseProject('accounts', 'INVALID_EMAIL')
    await submit()
    await expectToast(page, 'Invalid email address.')
  })
  await row('8.24', async () => {
    edge.refuse('/v2024-03-16/data/mutate', 400, { error: { description: 'out of order' } })
    await submit()
    await expectToast(page, 'Failed to create user. Please try again.')
  })
  await submit()
  await row('4.4', async () => {
    await expect(page).toHaveURL(/\/email-verification$/)
    const paths = edge.requests.map(({ path }) => path)
    const calls = ['/accounts', 'data/mutate/production', 'accounts:sendOobCode']
    const order = calls.map((call) => paths.findLastIndex((path) => path.endsWith(call)))
    expect(order).toEqual(order.toSorted((one, other) => one - other))
  })
  await row('8.14', () => expectToast(page, 'Account created! Please verify your email.'))
  await row('7.3', async () => {
    const { method, path, body } = edge.last('/accounts')
    expect({ method, path, body }).toEqual({
      method: 'POST',
      path: '/v1/projects/ajo-recorded/accounts',
      body: { email, password },
    })
  })
  await row('7.4', async () => {
    const { path, body } = edge.last('accounts:sendOobCode')
    expect(path).toBe('/v1/projects/ajo-recorded/accounts:sendOobCode')
    expect(body).toEqual({ requestType: 'VERIFY_EMAIL', email, returnOobLink: true })
  })
  const document = [...edge.sanity.documents.values()].find((each) => each.email === email)
  await row('3.1', async () =>
    expect(document).toMatchObject({
      _type: 'user',
      _id: expect.any(String),
      uid: findAccount(edge, email)?.localId,
      firstname: 'Ada',
      lastname: 'Obi',
      gender: 'Female',
      terms: true,
    }),
  )
  await row('3.2', async () => expect(document).toHaveProperty('emailVerified', false))
  await row('4.8', async () => {
    await page.goto(`/handle-action?mode=verifyEmail&oobCode=${edge.codeMailedTo(email)}`)
    await expect(page).toHaveURL(/\/email-verified-success$/)
    expect(findAccount(edge, email)).toHaveProperty('emailVerified', true)
  })
  await row('7.7', async () => expect(edge.last('accounts:update').body).toHaveProperty('oobCode'))
})

import type { Page } from '@playwright/test'

import { confirmAccount } from '../../e2e/forms.ts'
import { inDays, photograph } from '../../e2e/steps.ts'
import { dismissToasts, expectMessage, fill, press, readMessages, getToast } from '../screen.ts'
import { bankAccount, basics, contact, information, openTab } from './campaign-form.ts'
import { expect, test } from './hosted.ts'

const toasts = (page: Page) => page.getByLabel('Notifications')

test('the wizard names what is wrong on each tab and stays there', async ({ row, owner }) => {
  const { page } = owner
  await page.goto('/dashboard/campaigns/create', { waitUntil: 'networkidle' })
  const tabs = page.getByRole('tab')
  const expectBasic = (label: string) => () =>
    expectMessage(page, label, `Campaign ${label.replace('Campaign ', '')} is required`)

  await press(page, 'Next')
  await row('4.17', () =>
    expect(toasts(page)).toContainText(
      'Validation Errors: Campaign Title is required, Campaign Country is required, Campaign City is required, Campaign Category is required',
    ),
  )
  await row('4.16', async () => {
    await expect(tabs.nth(0)).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: 'Contact Information' }).click()
    await expect(page.getByLabel('Campaign Title')).toBeFocused()
    await expect(tabs.nth(0)).toHaveAttribute('aria-selected', 'true')
  })
  await row('5.22', expectBasic('Campaign Title'))
  await row('5.23', expectBasic('Country'))
  await row('5.24', expectBasic('City'))
  await row('5.25', async () => {
    await expectBasic('Category')()
    const options = await page.getByLabel('Category').locator('option').allInnerTexts()
    const offered = ['Education', 'Health', 'Career', 'Community Development', 'other']
    expect(options).toEqual(expect.arrayContaining([...offered, 'Emergency Assistance']))
    expect(options).toHaveLength(7)
  })

  await openTab(page, 1)
  await dismissToasts(page)
  await fill(page, { 'Start Date': '2019-12-31', 'End Date': '2020-01-01' })
  for (const label of ['Raise Money For', 'Importance', 'Impact'])
    await page.getByLabel(label).fill('x'.repeat(49))
  await page.locator('summary', { hasText: 'Budget (optional)' }).click()
  await fill(page, { 'Line 1: what for': 'Pipes' })
  await press(page, 'Next')
  await row('4.17', async () => {
    const list = toasts(page).getByText('Validation Errors: ')
    const long = 'must be at least 50 characters'
    await expect(list).toHaveText(
      `Validation Errors: Campaign Description is required, Raise money for ${long}, Importance ${long}, Impact ${long}, Campaign Goal Amount is required, Campaign Start Date must be in the future, Campaign End Date must be after the Start Date, Please add at least one photo. The budget needs 3 to 8 different lines, each with a text and an amount.`,
    )
    const cut = `[...document.querySelectorAll('[popover] p')]
      .map((text) => text.scrollHeight > text.clientHeight)`
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      // A toast stays for four seconds.
      await expect(async () => {
        await press(page, 'Next')
        expect(await page.evaluate(cut)).toEqual([false])
      }).toPass({ timeout: 30_000 })
    }
  })
  await expect(page.getByLabel('Description', { exact: true })).toBeFocused()
  await fill(page, { 'Line 1: what for': '' })
  await row('5.26', () => expectMessage(page, 'Description', 'Campaign Description is required'))
  await row('5.27', () => expectMessage(page, 'Goal Amount', 'Campaign Goal Amount is required'))
  await fill(page, { 'Goal Amount': '99.99' })
  await press(page, 'Next')
  await expectMessage(
    page,
    'Goal Amount',
    'Campaign Goal Amount must be between ₦100 and ₦10,000,000,000',
  )
  await row('5.28', async () => {
    const message = 'Campaign Start Date must be in the future'
    await expectMessage(page, 'Start Date', message)
    await fill(page, { 'Start Date': inDays(0) })
    await press(page, 'Next')
    await expectMessage(page, 'Start Date', message)
  })
  await row('5.29', async () => {
    const message = 'Campaign End Date must be after the Start Date'
    await expectMessage(page, 'End Date', message)
    await fill(page, { 'Start Date': inDays(5), 'End Date': inDays(5) })
    await press(page, 'Next')
    await expectMessage(page, 'End Date', message)
  })
  await row(['5.30', '9.3'], async () => {
    const long = 'must be at least 50 characters'
    await expectMessage(page, 'Raise Money For', `Raise money for ${long}`)
    await expectMessage(page, 'Importance', `Importance ${long}`)
    await expectMessage(page, 'Impact', `Impact ${long}`)
    await page.getByLabel('Impact').fill('x'.repeat(50))
    await press(page, 'Next')
    expect(await readMessages(page)).not.toContain(`Impact ${long}`)
  })
  await row('5.46', async () => {
    const goal = page.getByLabel('Goal Amount')
    await goal.fill('1234567.891')
    await goal.blur()
    await expect(goal).toHaveValue('1,234,567.89')
  })
  await row('5.48', async () => {
    const area = page.getByLabel('Description', { exact: true })
    await expect(page.locator('textarea').and(area)).toBeVisible()
    await area.fill('first line\nsecond line')
    await expect(area).toHaveValue('first line\nsecond line')
  })

  await openTab(page, 2)
  await dismissToasts(page)
  await fill(page, { Email: 'ada@', 'Phone Number': '080123456' })
  await press(page, 'Submit')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await row('5.33', () => expectMessage(page, 'Name', 'Name is required'))
  await row('5.34', () => expectMessage(page, 'Email', 'Invalid email address'))
  await row(['5.35', '9.4'], async () => {
    const short = 'Phone Number must be at least 10 characters'
    await expectMessage(page, 'Phone Number', short)
    await fill(page, { 'Phone Number': '0801234567' })
    await press(page, 'Submit')
    expect(await readMessages(page)).not.toContain(short)
  })
  await row('5.36', () => expectMessage(page, 'Bank', 'bank code is required'))
  await row('5.37', () => expectMessage(page, 'Account Number', 'account number is required'))
  await fill(page, { 'Account Number': '12345' })
  await press(page, 'Submit')
  await expectMessage(page, 'Account Number', 'account number must be 10 digits')
})

test('the wizard takes pictures of the right kind and size', async ({ row, owner, hosted }) => {
  const { page } = owner
  await page.goto('/dashboard/campaigns/create', { waitUntil: 'networkidle' })
  await openTab(page, 1)
  const images = page.getByLabel('Images', { exact: true })
  const pick = async (name: string, mimeType: string, bytes: number | Buffer) =>
    images.setInputFiles([
      { name, mimeType, buffer: typeof bytes === 'number' ? Buffer.alloc(bytes) : bytes },
    ])
  const panel = page.getByRole('tabpanel')
  const upload = async (name: string, type: string, bytes: Buffer<ArrayBuffer>) => {
    const form = { file: { name, mimeType: type, buffer: bytes } }
    const headers = { origin: hosted.url }
    const response = await page.request.post('/api/images', { multipart: form, headers })
    return { status: response.status(), text: await response.text() }
  }

  await row('5.31', async () => {
    await pick('large.jpg', 'image/jpeg', 5_000_001)
    await expect(panel.getByText('Max image size is 5MB.')).toBeVisible()
  })
  await row('5.32', async () => {
    await pick('moving.gif', 'image/gif', 100)
    await expect(
      panel.getByText('Only .jpg, .jpeg, .png and .webp formats are supported.'),
    ).toBeVisible()
  })
  await row('5.45', async () => {
    await pick('notes.txt', 'text/plain', 100)
    await expect(panel.getByText('One or more files are not valid images.')).toBeVisible()
    const refused = await upload('notes.txt', 'text/plain', Buffer.from('no picture'))
    expect(refused.text).toContain('One or more files are not valid images.')
  })
  await row('5.44', async () => {
    await pick('empty.jpg', 'image/jpeg', 0)
    await expect(panel.getByText('No file provided.')).toBeVisible()
    const empty = await upload('empty.jpg', 'image/jpeg', Buffer.alloc(0))
    expect(empty.text).toContain('No file provided.')
  })
  const photo = await photograph('well.jpg', '#68a')
  const room = 5_000_000 - photo.buffer.length
  await row('9.5', async () => {
    // Bytes after the end of a JPEG file belong to the file, and not to the picture.
    const largest = Buffer.concat([photo.buffer, Buffer.alloc(room)])
    expect(await upload('largest.jpg', 'image/jpeg', largest)).toHaveProperty('status', 201)
    const larger = Buffer.concat([largest, Buffer.alloc(1)])
    expect((await upload('larger.jpg', 'image/jpeg', larger)).text).toContain(
      'Max image size is 5MB.',
    )
  })
})

test('a submitted campaign is stored with every field and a sub-account', async ({
  row,
  owner,
  hosted,
}) => {
  const { page, uid } = owner
  const { edge } = hosted
  await page.goto('/dashboard/campaigns/create', { waitUntil: 'networkidle' })

  await row(['7.25', '3.18'], async () => {
    const response = await page.request.get('/api/banks')
    const { banks } = (await response.json()) as { banks: { code: string; name: string }[] }
    expect(banks).toContainEqual(
      expect.objectContaining({ code: '058', name: 'Guaranty Trust Bank' }),
    )
    expect(edge.last('/bank')).toMatchObject({ method: 'GET', path: '/sandbox/api/bank' })
  })
  await fill(page, basics)
  await page.getByLabel('Category').selectOption('Career')
  await press(page, 'Next')
  await fill(page, information)
  for (const name of ['first.jpg', 'second.jpg'])
    await page
      .getByLabel('Images', { exact: true })
      .setInputFiles([await photograph(name, `#${name === 'first.jpg' ? '68a' : 'a86'}`)])
  for (const [index, name] of ['first.jpg', 'second.jpg'].entries())
    await page.getByLabel(`Describe photo ${index + 1}`).fill(name)
  await press(page, 'Next')
  await fill(page, { ...contact, ...bankAccount })
  await page.getByLabel('Bank', { exact: true }).selectOption({ label: 'Guaranty Trust Bank' })
  await confirmAccount(page)
  const confirm = async () => {
    await press(page, 'Submit')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  }
  await row('8.30', async () => {
    edge.refuse('/sandbox/api/subaccount', 400, {
      status: false,
      message: 'Account details are invalid',
      type: 'validation_error',
      code: 'invalid_bank_code',
      meta: { nextStep: 'Ensure that the values are correct' },
    })
    await confirm()
    await expect(
      getToast(page, 'Account details are invalid: Ensure that the values are correct'),
    ).toBeVisible()
  })
  await dismissToasts(page)
  const submitted = getToast(page, 'Form submitted successfully')
  let isEarly = false
  await page.route('**/api/campaigns', async (route) => {
    await page.waitForTimeout(500)
    isEarly = await submitted.isVisible()
    await route.continue()
  })
  const submission = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/campaigns'),
  )
  await confirm()
  const { images } = (await submission).postDataJSON() as { images: { id: string; alt: string }[] }
  await row('8.13', async () => {
    await expect(submitted).toBeVisible()
    expect(isEarly, 'said before the server answered').toBe(false)
  })
  await expect(page).toHaveURL(/\/dashboard\/profile/)

  await row(['7.26', '9.7'], async () => {
    const { method, path, body } = edge.last('/subaccount')
    expect({ method, path }).toEqual({ method: 'POST', path: '/sandbox/api/subaccount' })
    expect(body).toMatchObject({
      business_name: basics['Campaign Title'],
      settlement_bank: '058',
      account_number: bankAccount['Account Number'],
      percentage_charge: 30,
    })
  })
  const campaigns = [...edge.sanity.documents.values()].filter(({ _type }) => _type === 'campaign')
  const stored = campaigns.find(({ userId }) => userId === uid)
  await row(['3.9', '7.16'], async () => {
    expect(stored).toMatchObject({
      _id: expect.stringMatching(/^campaign\./),
      title: basics['Campaign Title'],
      country: basics.Country,
      city: basics.City,
      category: 'Career',
      description: information.Description,
      goalAmount: '1500000.00',
      startDate: information['Start Date'],
      endDate: information['End Date'],
      raiseMoneyFor: information['Raise Money For'],
      importance: information.Importance,
      impact: information.Impact,
      userId: uid,
      status: 'pending',
      createdBy: { _type: 'reference', _ref: expect.stringMatching(/^user\./) },
    })
  })
  await row(['4.9', '3.10'], async () => expect(stored).toHaveProperty('status', 'pending'))
  await row('3.11', async () => {
    expect(stored).toMatchObject({ subAccountId: expect.stringMatching(/^ACCT_/), bank: '058' })
    expect(JSON.stringify(stored)).not.toContain(bankAccount['Account Number'])
  })
  await row('3.12', async () =>
    expect(stored).toMatchObject({
      name: contact.Name,
      email: contact.Email,
      phone: contact['Phone Number'],
    }),
  )

  const find = () => edge.sanity.documents.get(stored?._id ?? '')
  const id = stored?._id.replace('campaign.', '') ?? ''
  edge.setStatus(id, 'approved')
  await page.request.post(`/api/campaigns/${id}/end`, { headers: { origin: hosted.url } })
  await expect.poll(() => JSON.stringify(find()?.images)).toContain('"asset"')
  await row('7.18', async () => {
    const { method, path, query, headers } = edge.last('assets/images/production')
    expect(method).toBe('POST')
    expect(path).toBe('/v2024-03-16/assets/images/production')
    expect(query.filename).toMatch(/^[0-9a-f]{64}\.webp$/)
    expect(headers.get('content-type')).toBe('image/webp')
  })
  await row('3.13', async () => {
    const image = { _type: 'image', _key: expect.any(String), asset: { _type: 'reference' } }
    const read = () => (find()?.images ?? []) as { _key: string }[]
    // Sanity gets one after the other.
    await expect.poll(read).toMatchObject([image, image])
    const keys = read().map(({ _key }) => _key)
    expect(new Set(keys).size).toBe(2)
    expect(images.map(({ alt }) => alt)).toEqual(['first.jpg', 'second.jpg'])
    expect(keys).toEqual(images.map(({ id }) => id))
  })
})

test('the bank list that cannot be loaded is named', async ({ row, owner: { page } }) => {
  await page.route('**/api/banks', (route) => route.fulfill({ status: 502 }))
  await page.goto('/dashboard/campaigns/create')
  await row('8.28', () => expect(getToast(page, 'Error fetching banks')).toBeVisible())
})

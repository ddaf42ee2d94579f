import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Draft } from '#shared/campaign.ts'
import { expectAccessible } from '#test/web/axe.ts'
import { fakeApi, nothing, refusal } from '#test/web/fake-api.ts'
import { fakeUploads, pickedFile } from '#test/web/fake-upload.ts'
import { renderAt } from '#test/web/render.tsx'

import { Wizard } from './wizard.tsx'

const banks = {
  banks: [
    { id: 1, code: '058', name: 'Guaranty Trust Bank' },
    { id: 2, code: '011', name: 'First Bank of Nigeria' },
    { id: 3, code: '011', name: 'FirstMonie' },
  ],
}
const long = 'Clean water for four hundred families of this village, for good.'
const image = { id: 'a'.repeat(64), width: 1200, height: 750, alt: '' }
const filled: Draft = {
  tab: 0,
  values: {
    title: 'A well for Oke-Odo',
    country: 'Nigeria',
    city: 'Ibadan',
    category: 'Health',
    description: 'Our well has run dry.',
    goalAmount: '1,250,000.50',
    startDate: '2099-01-01',
    endDate: '2099-03-01',
    raiseMoneyFor: long,
    importance: long,
    impact: long,
    images: [{ id: image.id, alt: 'The dry well' }],
    name: 'Ada Okafor',
    email: 'ada@example.com',
    phone: '+234 801 234 5678',
    bank: '058',
    showContact: false,
  },
}
const campaignAnswer = {
  campaign: {
    id: 'c1',
    slug: 'a-well',
    status: 'pending',
    title: 'A well for Oke-Odo',
    description: 'Our well has run dry.',
    category: 'Health',
    country: 'Nigeria',
    city: 'Ibadan',
    goal: 125_000_050,
    raised: 0,
    donors: 0,
    endDate: '2099-03-01',
    daysLeft: 60,
    image,
    startDate: '2099-01-01',
    raiseMoneyFor: long,
    importance: long,
    impact: long,
    images: [image],
    owner: { firstname: 'Ada', lastname: 'Okafor' },
    contact: null,
    isOwner: true,
    canDelete: true,
    acceptsDonations: false,
    rejectionReason: null,
  },
}

const user = userEvent.setup()
const onSubmitted = vi.fn<() => void>()
const onDiscarded = vi.fn<() => void>()

beforeEach(() => {
  sessionStorage.clear()
  onSubmitted.mockClear()
})
afterEach(() => vi.useRealTimers())

function open(draft: Draft | null = null, userId: string | undefined = 'uid-ada') {
  return renderAt(
    '/',
    '/',
    <Wizard draft={draft} userId={userId} onSubmitted={onSubmitted} onDiscarded={onDiscarded} />,
  )
}

const tab = (name: string) => screen.getByRole('tab', { name })
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const toasts = () => within(screen.getByLabelText('Notifications'))

/** Opens the third tab of a wizard whose draft is complete, and fills in what a draft never holds. */
async function openAtSubmit() {
  open({ ...filled, tab: 2 })
  await screen.findByRole('option', { name: 'Guaranty Trust Bank' })
  await user.type(screen.getByLabelText('Account Number'), '0123456789')
}

describe('the tabs of the wizard', () => {
  it('stays on an invalid tab, shows all errors and focuses the first field', async () => {
    fakeApi({ 'GET /api/banks': banks })
    open()
    await press('Next')

    expect(
      await toasts().findByText(
        'Validation Errors: Campaign Title is required, Campaign Country is required, Campaign City is required, Campaign Category is required',
      ),
    ).toBeInTheDocument()
    expect(screen.getByText('Campaign Title is required')).toBeVisible()
    expect(screen.getByLabelText('Campaign Title')).toHaveFocus()
    expect(screen.getByLabelText('Campaign Title')).toBeInvalid()
    expect(tab('Basic Information')).toHaveAttribute('aria-selected', 'true')
  })

  it('does not open another tab while the current one is invalid', async () => {
    fakeApi({ 'GET /api/banks': banks })
    open()
    await user.click(tab('Contact Information'))

    expect(await toasts().findByText(/^Validation Errors: /)).toBeInTheDocument()
    expect(tab('Basic Information')).toHaveAttribute('aria-selected', 'true')
  })

  it('opens the next tab and goes back when the current one is valid', async () => {
    fakeApi({ 'GET /api/banks': banks })
    open(filled)
    await press('Next')
    await waitFor(() =>
      expect(tab('Campaign Information')).toHaveAttribute('aria-selected', 'true'),
    )
    expect(tab('Campaign Information')).toHaveFocus()
    await press('Next')
    await waitFor(() => expect(tab('Contact Information')).toHaveAttribute('aria-selected', 'true'))
    await user.type(screen.getByLabelText('Account Number'), '0123456789')
    await user.click(tab('Basic Information'))
    await waitFor(() => expect(tab('Basic Information')).toHaveAttribute('aria-selected', 'true'))
    expect(screen.getByLabelText('Campaign Title')).toHaveValue('A well for Oke-Odo')
  })

  it('shows the messages of the specification on the second tab', async () => {
    fakeApi({ 'GET /api/banks': banks })
    open({ tab: 1, values: {} })
    await press('Next')

    for (const message of [
      'Campaign Description is required',
      'Campaign Goal Amount is required',
      'Campaign Start Date must be in the future',
      'Campaign End Date must be after the Start Date',
      'Raise money for must be at least 50 characters',
      'Importance must be at least 50 characters',
      'Impact must be at least 50 characters',
      'Please add at least one photo.',
    ])
      expect(await screen.findByText(message)).toBeVisible()
    expect(screen.getByLabelText('Description')).toHaveFocus()
  })

  it('shows the messages of the specification on the third tab', async () => {
    fakeApi({ 'GET /api/banks': banks })
    open({ tab: 2, values: {} })
    await press('Submit')

    for (const message of [
      'Name is required',
      'Invalid email address',
      'Phone Number must be at least 10 characters',
      'bank code is required',
      'account number is required',
    ])
      expect(await screen.findByText(message)).toBeVisible()
    expect(screen.getByLabelText('Name')).toHaveFocus()
  })

  it('groups the goal with thousands separators and counts characters', async () => {
    fakeApi({ 'GET /api/banks': banks })
    open({ tab: 1, values: {} })
    await user.type(screen.getByLabelText('Goal Amount'), '1250000.5')
    expect(screen.getByLabelText('Goal Amount')).toHaveValue('1,250,000.5')
    await user.type(screen.getByLabelText('Impact'), 'Twelve chars')
    expect(screen.getByText('12 of at least 50 characters')).toBeVisible()
  })

  it('offers the six categories and each bank code once', async () => {
    fakeApi({ 'GET /api/banks': banks })
    open()
    const category = within(screen.getByLabelText('Category'))
    expect(category.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Select an option',
      'Education',
      'Health',
      'Emergency Assistance',
      'Community Development',
      'Career',
      'other',
    ])
    await waitFor(() =>
      expect(
        within(screen.getByLabelText('Bank')).getAllByRole('option', { hidden: true }),
      ).toHaveLength(3),
    )
  })

  it('is accessible on every tab', async () => {
    fakeApi({ 'GET /api/banks': banks })
    for (const index of [0, 1, 2]) {
      const { unmount } = open({ ...filled, tab: index })
      // eslint-disable-next-line no-await-in-loop -- one screen at a time
      await expectAccessible()
      unmount()
    }
    expect.assertions(3)
  })
})

describe('the banks', () => {
  it('show an error when they cannot be loaded, and are loaded again', async () => {
    let attempts = 0
    fakeApi({
      'GET /api/banks': () => (++attempts === 1 ? refusal(502, 'payment-unavailable') : banks),
    })
    open({ tab: 2, values: {} })
    expect(await toasts().findByText('Error fetching banks')).toBeInTheDocument()
    await press('Retry')
    expect(await screen.findByRole('option', { name: 'Guaranty Trust Bank' })).toBeInTheDocument()
  })
})

describe('submitting', () => {
  it('asks for confirmation, and sends nothing on Cancel', async () => {
    const api = fakeApi({ 'GET /api/banks': banks, 'PUT /api/draft': { draft: null } })
    await openAtSubmit()
    await press('Submit')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirm Submission' }))
    expect(dialog.getByText('Are you sure you want to submit this campaign?')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(api.sent('POST /api/campaigns')).toEqual([])
  })

  it('submits once when Confirm is clicked several times', async () => {
    let answer: (value: object) => void = () => {}
    const api = fakeApi({
      'GET /api/banks': banks,
      'PUT /api/draft': { draft: null },
      'POST /api/campaigns': () => new Promise<object>((resolve) => (answer = resolve)),
    })
    await openAtSubmit()
    await press('Submit')
    const confirm = await screen.findByRole('button', { name: 'Confirm' })
    await user.click(confirm)
    await user.click(confirm)
    await waitFor(() => expect(api.sent('POST /api/campaigns')).toHaveLength(1))
    await act(async () => answer(Response.json(campaignAnswer, { status: 201 })))

    expect(await toasts().findByText('Form submitted successfully')).toBeInTheDocument()
    expect(onSubmitted).toHaveBeenCalledOnce()
    expect(api.sent('POST /api/campaigns')).toEqual([
      { ...filled.values, accountNumber: '0123456789' },
    ])
    const [request] = api.received.filter(({ route }) => route === 'POST /api/campaigns')
    expect(request?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
    expect(sessionStorage).toHaveLength(0)
  })

  it('keeps its idempotency key after a server error, and uses a new one after a refusal', async () => {
    let attempts = 0
    const api = fakeApi({
      'GET /api/banks': banks,
      'PUT /api/draft': { draft: null },
      'POST /api/campaigns': () =>
        ++attempts === 1 ? refusal(500, 'internal') : refusal(422, 'sub-account-refused'),
    })
    await openAtSubmit()
    for (const expected of [1, 2, 3]) {
      // eslint-disable-next-line no-await-in-loop -- one attempt after the other
      await press('Submit')
      // eslint-disable-next-line no-await-in-loop -- one attempt after the other
      await user.click(await screen.findByRole('button', { name: 'Confirm' }))
      // eslint-disable-next-line no-await-in-loop -- one attempt after the other
      await waitFor(() => expect(api.sent('POST /api/campaigns')).toHaveLength(expected))
      // eslint-disable-next-line no-await-in-loop -- one attempt after the other
      await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    }
    const keys = api.received
      .filter(({ route }) => route === 'POST /api/campaigns')
      .map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[1])
  })

  it("shows the provider's message when the bank account is refused, and keeps the input", async () => {
    fakeApi({
      'GET /api/banks': banks,
      'PUT /api/draft': { draft: null },
      'POST /api/campaigns': refusal(422, 'sub-account-refused', {
        message: 'Account number is invalid: Provide a valid account number',
      }),
    })
    await openAtSubmit()
    await press('Submit')
    await user.click(await screen.findByRole('button', { name: 'Confirm' }))

    expect(
      await toasts().findByText('Account number is invalid: Provide a valid account number'),
    ).toBeInTheDocument()
    expect(screen.getByLabelText('Account Number')).toHaveValue('0123456789')
    expect(onSubmitted).not.toHaveBeenCalled()
  })

  it('shows field errors of the server on their tab', async () => {
    fakeApi({
      'GET /api/banks': banks,
      'PUT /api/draft': { draft: null },
      'POST /api/campaigns': refusal(422, 'invalid-input', {
        fields: { title: ['Campaign Title is required'], phone: ['Name is required'] },
      }),
    })
    await openAtSubmit()
    await press('Submit')
    await user.click(await screen.findByRole('button', { name: 'Confirm' }))

    await waitFor(() => expect(tab('Basic Information')).toHaveAttribute('aria-selected', 'true'))
    expect(await screen.findByText('Campaign Title is required')).toBeVisible()
    expect(screen.getByLabelText('Campaign Title')).toHaveFocus()
  })

  it('opens the first invalid tab instead of asking for confirmation', async () => {
    fakeApi({ 'GET /api/banks': banks, 'PUT /api/draft': { draft: null } })
    open({ tab: 2, values: { ...filled.values, city: '' } })
    await user.type(screen.getByLabelText('Account Number'), '0123456789')
    await press('Submit')

    await waitFor(() => expect(screen.getByLabelText('City')).toHaveFocus())
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('says that the user id is undefined when no one is signed in', async () => {
    const api = fakeApi({ 'GET /api/banks': banks, 'PUT /api/draft': { draft: null } })
    renderAt(
      '/',
      '/',
      <Wizard
        draft={{ ...filled, tab: 2 }}
        userId={undefined}
        onSubmitted={onSubmitted}
        onDiscarded={onDiscarded}
      />,
    )
    await screen.findByRole('option', { name: 'Guaranty Trust Bank' })
    await user.type(screen.getByLabelText('Account Number'), '0123456789')
    await press('Submit')
    await user.click(await screen.findByRole('button', { name: 'Confirm' }))
    expect(await toasts().findByText('User ID is undefined')).toBeInTheDocument()
    expect(api.sent('POST /api/campaigns')).toEqual([])
  })
})

describe('the draft', () => {
  it('is restored with its tab, and can be discarded', async () => {
    const api = fakeApi({ 'GET /api/banks': banks, 'DELETE /api/draft': nothing })
    open({ ...filled, tab: 1 })
    expect(tab('Campaign Information')).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByLabelText('Goal Amount')).toHaveValue('1,250,000.50')
    expect(screen.getByLabelText('Describe photo 1')).toHaveValue('The dry well')
    expect(screen.getByText('We saved your draft. Continue where you left off.')).toBeVisible()
    await press('Start over')
    await waitFor(() => expect(onDiscarded).toHaveBeenCalledOnce())
    expect(api.received.map(({ route }) => route)).toContain('DELETE /api/draft')
  })

  it.each([
    ['was only opened', { title: '', city: ' ', images: [], showContact: false }, 0],
    ['has a picture', { title: '', images: [{ id: image.id, alt: '' }] }, 1],
  ])('announces a restored draft that %s only if it has content', (_what, values, times) => {
    fakeApi({ 'GET /api/banks': banks })
    open({ tab: 1, values })
    expect(screen.queryAllByText('We saved your draft. Continue where you left off.')).toHaveLength(
      times,
    )
    expect(screen.queryAllByRole('button', { name: 'Start over' })).toHaveLength(times)
  })

  it('ignores values of an older draft format', () => {
    fakeApi({ 'GET /api/banks': banks })
    open({ tab: 0, values: { title: 'Kept', category: 'Sports', images: 'none', city: 7 } })
    expect(screen.getByLabelText('Campaign Title')).toHaveValue('Kept')
    expect(screen.getByLabelText('Category')).toHaveValue('')
    expect(screen.getByLabelText('City')).toHaveValue('')
  })

  it('is saved one second after the last input, without the account number', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const typing = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    const api = fakeApi({ 'GET /api/banks': banks, 'PUT /api/draft': { draft: null } })
    open({ tab: 2, values: {} })
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(api.sent('PUT /api/draft')).toEqual([])

    await typing.type(screen.getByLabelText('Name'), 'Ada')
    await typing.type(screen.getByLabelText('Account Number'), '0123456789')
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    const saved = api.sent('PUT /api/draft')
    expect(saved.at(-1)).toMatchObject({ tab: 2, values: { name: 'Ada' } })
    expect(JSON.stringify(saved)).not.toContain('0123456789')
    expect(await screen.findByText('Draft saved')).toBeVisible()
  })

  it('is saved immediately when the page is left', async () => {
    const api = fakeApi({ 'GET /api/banks': banks, 'PUT /api/draft': { draft: null } })
    open()
    await user.type(screen.getByLabelText('Campaign Title'), 'A well')
    window.dispatchEvent(new Event('pagehide'))
    await waitFor(() =>
      expect(api.sent('PUT /api/draft').at(-1)).toMatchObject({ values: { title: 'A well' } }),
    )
  })

  it('shows when it could not be saved', async () => {
    fakeApi({ 'GET /api/banks': banks, 'PUT /api/draft': refusal(500, 'internal') })
    open()
    await user.type(screen.getByLabelText('Campaign Title'), 'A')
    window.dispatchEvent(new Event('pagehide'))
    expect(
      await screen.findByText('Couldn’t save yet. We’ll keep trying; don’t close this page.'),
    ).toBeVisible()
  })
})

describe('the pictures', () => {
  it('are uploaded one after the other with progress, and the first is shown first', async () => {
    fakeApi({ 'GET /api/banks': banks, 'PUT /api/draft': { draft: null } })
    const uploads = fakeUploads()
    open({ tab: 1, values: {} })
    await user.upload(screen.getByLabelText('Images'), [
      pickedFile('well.jpg'),
      pickedFile('people.png', 'image/png'),
    ])
    await waitFor(() => expect(uploads).toHaveLength(1))
    act(() => uploads[0]?.progress(0.4))
    expect(screen.getByRole('progressbar', { name: 'Uploading well.jpg' })).toHaveValue(0.4)

    await press('Next')
    expect(
      await toasts().findByText('Please wait for your photos to finish uploading.'),
    ).toBeInTheDocument()

    act(() => uploads[0]?.respond({ status: 201, body: image }))
    await waitFor(() => expect(uploads).toHaveLength(2))
    act(() => uploads[1]?.respond({ status: 201, body: { ...image, id: 'b'.repeat(64) } }))
    expect(await screen.findByLabelText('Describe photo 2')).toBeVisible()
    expect(screen.getByText('Shown first')).toBeVisible()
  })

  it('can be described, reordered and removed', async () => {
    const api = fakeApi({ 'GET /api/banks': banks, 'PUT /api/draft': { draft: null } })
    const images = ['a', 'b', 'c'].map((id) => ({ id, alt: `Picture ${id}` }))
    open({ tab: 1, values: { images } })
    await press('Move photo 2 earlier')
    await press('Remove photo 3')
    await user.type(screen.getByLabelText('Describe photo 1'), '!')
    window.dispatchEvent(new Event('pagehide'))
    await waitFor(() =>
      expect(api.sent('PUT /api/draft').at(-1)).toMatchObject({
        values: {
          images: [
            { id: 'b', alt: 'Picture b!' },
            { id: 'a', alt: 'Picture a' },
          ],
        },
      }),
    )
  })

  it.each([
    [
      'no image at all',
      pickedFile('a.txt', 'text/plain'),
      'One or more files are not valid images.',
    ],
    [
      'of another format',
      pickedFile('a.gif', 'image/gif'),
      'Only .jpg, .jpeg, .png and .webp formats are supported.',
    ],
    [
      'larger than five million bytes',
      pickedFile('a.jpg', 'image/jpeg', 5_000_001),
      'Max image size is 5MB.',
    ],
    ['empty', pickedFile('a.jpg', 'image/jpeg', 0), 'No file provided.'],
  ])('are not uploaded when the file is %s', async (_what, file, message) => {
    fakeApi({ 'GET /api/banks': banks })
    const uploads = fakeUploads()
    open({ tab: 1, values: {} })
    const anyFile = userEvent.setup({ applyAccept: false })
    await anyFile.upload(screen.getByLabelText('Images'), file)
    expect(await screen.findByText(message)).toBeVisible()
    expect(uploads).toHaveLength(0)
  })

  it('are limited to ten', async () => {
    fakeApi({ 'GET /api/banks': banks })
    fakeUploads()
    const images = Array.from({ length: 10 }, (_, index) => ({ id: `id-${index}`, alt: '' }))
    open({ tab: 1, values: { images } })
    await user.upload(screen.getByLabelText('Images'), pickedFile('eleventh.jpg'))
    expect(await screen.findByText('You can add up to 10 photos.')).toBeVisible()
  })

  it("show the server's error, and can be removed then", async () => {
    fakeApi({ 'GET /api/banks': banks })
    const uploads = fakeUploads()
    open({ tab: 1, values: {} })
    await user.upload(screen.getByLabelText('Images'), pickedFile('broken.jpg'))
    await waitFor(() => expect(uploads).toHaveLength(1))
    act(() =>
      uploads[0]?.respond({
        status: 422,
        body: {
          error: {
            code: 'invalid-input',
            fields: { file: ['One or more files are not valid images.'] },
          },
        },
      }),
    )
    expect(await screen.findByText('One or more files are not valid images.')).toBeVisible()
    await press('Remove broken.jpg')
    expect(screen.queryByText('broken.jpg')).not.toBeInTheDocument()
  })

  it('cancel their upload when they are removed', async () => {
    fakeApi({ 'GET /api/banks': banks })
    const uploads = fakeUploads()
    open({ tab: 1, values: {} })
    await user.upload(screen.getByLabelText('Images'), pickedFile('slow.jpg'))
    await waitFor(() => expect(uploads).toHaveLength(1))
    await press('Remove slow.jpg')
    expect(uploads[0]?.aborted).toBe(true)
    expect(screen.queryByText('slow.jpg')).not.toBeInTheDocument()
  })
})

import { act, fireEvent, screen, within, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { expect, it, vi } from 'vitest'

import { DeleteAccountForm, PasswordForm } from '#web/pages/dashboard/settings/security-tab.tsx'
import { toEditedCampaign } from '#web/pages/dashboard/wizard/draft.ts'
import { EditForm } from '#web/pages/dashboard/edit-campaign.tsx'
import { EditProfileForm, FeedbackForm } from '#web/pages/dashboard/settings.tsx'
import { TwoFactorOffForm, TwoFactorSetup } from '#web/pages/dashboard/settings/security-tab.tsx'
import { StaffReasonDialog } from '#web/pages/staff/parts/staff-reason-dialog.tsx'
import { RejectDialog } from '#web/pages/staff/review/dialogs.tsx'
import { TakedownDialog } from '#web/pages/staff/moderation/case-card.tsx'
import { ThankYouDialog } from '#web/pages/dashboard/payouts.tsx'
import { AnswerForm } from '#web/pages/dashboard/campaign/answer-form.tsx'
import { AppealFields } from '#web/pages/dashboard/campaign/appeal-fields.tsx'
import { ExpenseForm, OutsideForm } from '#web/pages/dashboard/campaign/records.tsx'

import { ConfirmRequest, InviteMember } from '../pages/dashboard/people.tsx'
import { AnswerQuestion } from '../pages/dashboard/questions.tsx'
import { WebhookAddress } from '../pages/dashboard/webhook.tsx'
import { AnswerDispute } from '#web/pages/staff/dispute.tsx'
import { ExposurePanel } from '#web/pages/staff/admin/money.tsx'
import { RefundDialog } from '#web/pages/parts/refund/refund-dialog.tsx'
import { DonateForm } from '#web/pages/parts/donation/donate-form.tsx'
import { CompanyReceiptForm } from '#web/pages/public/donation.tsx'
import { startDonation } from '#web/pages/parts/donation/start-donation.ts'
import { SignInDialog } from '#web/pages/parts/session/sign-in-dialog.tsx'
import type { Dispute } from '#shared/dispute.ts'
import { kobo } from '#shared/money.ts'
import { fakeUploads, pickedFile } from '#test/support/web/fake-upload.ts'
import { adaAccount } from '#test/support/web/accounts.ts'
import { wellDetail, wellValues } from '#test/support/web/campaigns.ts'
import { refusal } from '#test/support/web/fake-api.ts'
import { renderAt, renderRoutes } from '#test/support/web/render.tsx'
import { completeDraft, guideProps, openWizard, wizardBanks } from '#test/support/web/wizard.tsx'
import { useActionData } from '#web/router/navigate.tsx'

import { browserApi } from '../api/client.ts'
import { SessionGuard } from '../layouts/session-guard.tsx'
import * as forgotPasswordData from '../pages/account/forgot-password.data.ts'
import * as forgotPasswordScreen from '../pages/account/forgot-password.tsx'
import * as loginData from '../pages/account/login.data.ts'
import * as loginScreen from '../pages/account/login.tsx'
import * as resetPasswordData from '../pages/account/reset-password.data.ts'
import * as resetPasswordScreen from '../pages/account/reset-password.tsx'
import * as resetPasswordConfirmData from '../pages/account/reset-password-confirm.data.ts'
import * as resetPasswordConfirmScreen from '../pages/account/reset-password-confirm.tsx'
import * as signUpData from '../pages/account/sign-up.data.ts'
import * as signUpScreen from '../pages/account/sign-up.tsx'
import * as donation from '../pages/public/donation.tsx'
import * as myDonations from '../pages/public/my-donations.tsx'
import * as payee from '../pages/public/payee.tsx'
import * as refundAccount from '../pages/public/refund-account.tsx'
import * as askOrganiser from '../pages/public/ask-organiser.tsx'
import * as report from '../pages/public/report.tsx'
import * as requestRefund from '../pages/public/request-refund.tsx'
import * as shareKit from '../pages/public/share-kit.tsx'
import * as supporters from '../pages/public/supporters.tsx'
import * as updates from '../pages/public/updates.tsx'
import * as transfer from '../pages/public/transfer.tsx'

const forgotPassword = { ...forgotPasswordScreen, ...forgotPasswordData }
const login = { ...loginScreen, ...loginData }
const resetPassword = { ...resetPasswordScreen, ...resetPasswordData }
const resetPasswordConfirm = { ...resetPasswordConfirmScreen, ...resetPasswordConfirmData }
const signUp = { ...signUpScreen, ...signUpData }

type Case = {
  /** The file with the form. */
  file: string
  open: () => unknown
  /** What it loads. */
  gets?: Record<string, object>
  /** Opens the form by answering requests before it. */
  before?: () => Promise<unknown>
  isValidAtFirst?: boolean
  /** Its answer is a file, which is sent by an address that is no page. */
  isAnsweredByFile?: boolean
  /** Confirms what was submitted. */
  confirm?: string
  isOwn?: boolean
}

const message = 'The server refuses a field that no form has.'
const user = userEvent.setup()
const nothingToDo = () => {}
const show = (element: ReactElement) => () => renderAt('/here', '/here', element)
/** A form of a signed-in person, whose session ends when it is sent. */
const own = (element: ReactElement) => ({
  open: show(<SessionGuard account={adaAccount}>{element}</SessionGuard>),
  isOwn: true,
})
const route = (path: string, module: object, pattern = path.split('?')[0] ?? path) => ({
  open: () => renderRoutes(path, [{ path: pattern, ...module }]),
})
const send = () => browserApi.post('/refused' as '/feedback')
const well = { 'GET /api/campaigns/by-slug/a-well-for-oke-odo': { campaign: wellDetail } }
const banks = { 'GET /api/banks': wizardBanks }
const quote = { total: 500_000, fee: 0, amount: 500_000, isDelayed: false }
const dispute: Dispute = {
  id: 1,
  campaignId: 'well-1',
  campaign: 'A well',
  amount: kobo(5_000_00),
  category: 'fraud',
  state: 'open',
  resolution: null,
  dueAt: '2099-01-01T00:00:00.000Z',
  resolvedAt: null,
  canAnswer: true,
  acceptable: kobo(5_000_00),
  evidence: {
    reference: 'AJO-1',
    donor: { name: 'Bisi', email: 'bisi@example.org' },
    donated: kobo(5_000_00),
    paidAt: null,
    channel: null,
    receipt: null,
    campaign: { title: 'A well', slug: 'a-well', organiser: 'Ada Obi', raiseMoneyFor: 'Pipes.' },
    correspondence: [],
  },
  answers: [],
}
const supporterPage = {
  supporters: [
    {
      id: 'supporter-1',
      name: 'Bisi',
      amount: 500_000,
      at: '2026-11-01T09:00:00.000Z',
      words: null,
      isWaiting: false,
      reply: null,
    },
  ],
  next: null,
  canReply: true,
  canHide: true,
  canPublish: false,
}
const refundPreview = {
  refundable: 500_000,
  amount: 500_000,
  lostFees: 17_600,
  fromPayouts: 500_000,
  owed: 0,
  isPaidOut: false,
  isHeld: false,
  needs: [],
}
const caps = { perCampaign: kobo(100), perOwner: kobo(100), inTotal: kobo(100) }
const exposure = { total: kobo(0), caps, campaigns: [], holds: [], waiting: [] }
const edited = {
  title: wellValues.title,
  status: 'approved' as const,
  accountNumberLast4: '6789',
  isOwner: true,
  hasTwoFactor: true,
  savedAt: '',
  kept: [],
  values: wellValues,
}
const editTab = (name: string) => async () => {
  await user.click(screen.getByRole('tab', { name }))
  await screen.findByRole('tab', { name, selected: true })
}
const edit = own(
  <EditForm
    campaignId="well-1"
    form={toEditedCampaign(edited)}
    onSaved={nothingToDo}
    {...guideProps}
  />,
)

function CompanyReceipt() {
  return <CompanyReceiptForm result={useActionData<typeof donation.action>()} />
}

function Donate() {
  const result = useActionData<typeof startDonation>()
  return <DonateForm campaignId="well-1" idempotencyKey="key-1" actionResult={result} />
}

const cases: Record<string, Case> = {
  'sign up': { file: 'web/pages/account/sign-up.tsx', ...route('/signup', signUp) },
  'log in': { file: 'web/pages/account/login.tsx', ...route('/login', login) },
  'forgotten password': {
    file: 'web/pages/account/forgot-password.tsx',
    ...route('/forgot-password', forgotPassword),
  },
  'new password after a reset': {
    file: 'web/pages/account/reset-password.tsx',
    ...route('/reset-password?oobCode=code', resetPassword),
  },
  'email sent again': {
    file: 'web/pages/account/parts/resend-form.tsx',
    open: () => {
      document.cookie = 'mailedTo=0%20ada%40example.com; Path=/'
      route('/reset-password-confirm', resetPasswordConfirm).open()
    },
  },
  'log in again': {
    file: 'web/pages/parts/session/sign-in-dialog.tsx',
    open: show(
      <SignInDialog open email="ada@example.org" onSignedIn={nothingToDo} onClose={nothingToDo} />,
    ),
  },
  'my donations': {
    file: 'web/pages/public/my-donations.tsx',
    ...route('/my-donations', myDonations),
  },
  'account for a refund': {
    file: 'web/pages/public/refund-account.tsx',
    ...route('/refund-account/token', refundAccount, '/refund-account/:token'),
    gets: {
      'GET /api/refund-accounts/token': {
        amount: 500_000,
        campaign: 'A well',
        banks: wizardBanks.banks,
        isDone: false,
      },
    },
  },
  'answer of a payee': {
    file: 'web/pages/public/payee.tsx',
    ...route('/payee/token', payee, '/payee/:token'),
    gets: {
      'GET /api/payees/token': {
        name: 'Bisi',
        organiser: 'Ada Obi',
        title: 'A well',
        raiseMoneyFor: 'Pipes and a pump.',
        goal: 5_000_000_00,
        bankName: 'Guaranty Trust Bank',
        accountNumberLast4: '6789',
        accountName: null,
        state: 'confirmed',
      },
    },
    isValidAtFirst: true,
  },
  report: {
    file: 'web/pages/public/report.tsx',
    ...route('/c/a-well-for-oke-odo/report', report, '/c/:slug/report'),
    gets: well,
  },
  'request for a refund': {
    file: 'web/pages/public/request-refund.tsx',
    ...route('/donations/code/refund', requestRefund, '/donations/:accessCode/refund'),
    gets: { 'GET /api/donations/code/refund': quote },
    isValidAtFirst: true,
  },
  'personal link': {
    file: 'web/forms/action-form.tsx',
    ...route('/c/a-well-for-oke-odo/share', shareKit, '/c/:slug/share'),
    gets: well,
  },
  'answer to a supporter': {
    file: 'web/pages/public/supporters.tsx',
    ...route('/c/a-well-for-oke-odo/supporters', supporters, '/c/:slug/supporters'),
    gets: { ...well, 'GET /api/campaigns/well-1/supporters?order=newest': supporterPage },
  },
  'question to the organiser': {
    file: 'web/pages/public/ask-organiser.tsx',
    ...route('/c/a-well-for-oke-odo/ask', askOrganiser, '/c/:slug/ask'),
    gets: well,
  },
  expense: {
    file: 'web/pages/dashboard/campaign/records.tsx',
    ...own(
      <ExpenseForm
        campaign={{ id: 'well-1', budget: [{ text: 'Pump', amount: kobo(1_00) }] }}
        onDone={nothingToDo}
        onCancel={nothingToDo}
      />,
    ),
    before: async () => {
      const uploads = fakeUploads()
      await user.upload(screen.getByLabelText('Receipt or invoice'), pickedFile('receipt.jpg'))
      await waitFor(() => expect(uploads).toHaveLength(1))
      const body = { id: 'document-1', name: 'receipt.webp' }
      act(() => uploads[0]?.respond({ status: 201, body }))
      await screen.findByText('receipt.webp')
    },
  },
  'money from outside': {
    file: 'web/pages/dashboard/campaign/records.tsx',
    ...own(<OutsideForm campaignId="well-1" onDone={nothingToDo} onCancel={nothingToDo} />),
  },
  'invitation to look after a campaign': {
    file: 'web/pages/dashboard/people.tsx',
    open: show(<InviteMember campaignId="well-1" onDone={nothingToDo} />),
  },
  'confirmation of what another person asks': {
    file: 'web/pages/dashboard/people.tsx',
    open: show(
      <ConfirmRequest
        campaignId="well-1"
        request={{
          id: 'request-1',
          asked: { kind: 'end' },
          by: 'Ada Obi',
          lapsesAt: '2026-10-08T11:05:00.000Z',
          isOwn: false,
          canConfirm: true,
        }}
        hasTwoFactor
        onDone={nothingToDo}
        onClose={nothingToDo}
      />,
    ),
    isValidAtFirst: true,
  },
  'webhook of a campaign': {
    file: 'web/pages/dashboard/webhook.tsx',
    ...own(<WebhookAddress campaignId="well-1" webhook={null} onDone={nothingToDo} />),
  },
  'answer to a question': {
    file: 'web/pages/dashboard/questions.tsx',
    ...own(<AnswerQuestion campaignId="well-1" id="question-1" onDone={nothingToDo} />),
  },
  'new update': {
    file: 'web/pages/public/updates.tsx',
    ...route('/c/a-well-for-oke-odo/updates', updates, '/c/:slug/updates'),
    gets: {
      ...well,
      'GET /api/campaigns/well-1/updates': {
        updates: [],
        next: null,
        canWrite: true,
        canHide: true,
        isFollowing: false,
        isWeekly: false,
      },
    },
  },
  'address that follows': {
    file: 'web/pages/public/updates.tsx',
    ...route('/c/a-well-for-oke-odo/updates', updates, '/c/:slug/updates'),
    gets: {
      ...well,
      'GET /api/campaigns/well-1/updates': {
        updates: [],
        next: null,
        canWrite: false,
        canHide: false,
        isFollowing: null,
        isWeekly: false,
      },
    },
  },
  'receipt of a transfer': {
    file: 'web/pages/public/transfer.tsx',
    ...route('/c/a-well-for-oke-odo/transfer', transfer, '/c/:slug/transfer'),
    gets: { ...well, 'GET /api/campaigns/well-1/account-number': { accountNumber: null } },
  },
  'answer to a dispute': {
    file: 'web/pages/staff/dispute.tsx',
    ...own(<AnswerDispute dispute={dispute} onDone={nothingToDo} />),
    before: () => user.click(screen.getByRole('button', { name: 'Decline with the evidence' })),
  },
  'an entry of the ledger': {
    file: 'web/pages/staff/admin/money.tsx',
    ...own(<ExposurePanel exposure={exposure} onDone={nothingToDo} />),
    before: () =>
      user.click(screen.getByRole('button', { name: 'Book what Ajo paid in at the provider' })),
  },
  'refund of a donation': {
    file: 'web/pages/parts/refund/refund-dialog.tsx',
    ...own(
      <RefundDialog
        donation={{ id: 'donation-1', refundable: kobo(5_000_00) }}
        onDone={nothingToDo}
        onClose={nothingToDo}
      />,
    ),
    gets: { 'GET /api/donations/donation-1/refund-preview?amount=5%2C000.00': refundPreview },
    before: async () => {
      await user.type(screen.getByLabelText('Reason'), 'Given twice')
      await user.click(screen.getByRole('button', { name: 'Check the refund' }))
      await screen.findByRole('button', { name: 'Refund ₦5,000.00' })
    },
    isValidAtFirst: true,
  },
  'receipt with a company': {
    file: 'web/pages/public/donation.tsx',
    ...route('/donations/code', { Component: CompanyReceipt, action: donation.action }),
    isAnsweredByFile: true,
  },
  donation: {
    file: 'web/pages/parts/donation/donate-form.tsx',
    ...route('/donate', { Component: Donate, action: startDonation }),
  },
  'deleting the account': {
    file: 'web/pages/dashboard/settings/security-tab.tsx',
    ...own(<DeleteAccountForm hasTwoFactor onDeleted={nothingToDo} onCancel={nothingToDo} />),
  },
  profile: {
    file: 'web/pages/dashboard/settings.tsx',
    ...own(<EditProfileForm account={adaAccount} onSaved={nothingToDo} />),
    isValidAtFirst: true,
  },
  password: {
    file: 'web/pages/dashboard/settings/security-tab.tsx',
    ...own(<PasswordForm email="ada@example.org" />),
  },
  feedback: {
    file: 'web/pages/dashboard/settings.tsx',
    ...own(<FeedbackForm />),
  },
  'two-factor authentication off': {
    file: 'web/pages/dashboard/settings/two-factor.tsx',
    ...own(<TwoFactorOffForm onLoggedOut={nothingToDo} onCancel={nothingToDo} />),
  },
  'password for two-factor authentication': {
    file: 'web/pages/dashboard/settings/two-factor.tsx',
    ...own(<TwoFactorSetup onDone={nothingToDo} onCancel={nothingToDo} />),
  },
  'code for two-factor authentication': {
    file: 'web/pages/dashboard/settings/two-factor.tsx',
    gets: {
      'POST /api/account/two-factor': {
        secret: 'ABCD',
        uri: 'otpauth://totp/Ajo:ada?secret=ABCD',
      },
    },
    ...own(<TwoFactorSetup onDone={nothingToDo} onCancel={nothingToDo} />),
    before: async () => {
      await user.type(screen.getByLabelText('Current Password'), 'a long password')
      await user.click(screen.getByRole('button', { name: 'Continue' }))
      await screen.findByLabelText('6-digit code')
    },
  },
  'reason of an admin': {
    file: 'web/forms/form-dialog.tsx',
    ...own(
      <StaffReasonDialog
        open
        schema="adminReasonSchema"
        title="Retry"
        label="Reason"
        confirmLabel="Retry"
        cancelLabel="Cancel"
        onSend={send}
        onClose={nothingToDo}
      />,
    ),
  },
  rejection: {
    file: 'web/pages/staff/review/dialogs.tsx',
    ...own(<RejectDialog open campaign="A well" onReject={send} onClose={nothingToDo} />),
  },
  takedown: {
    file: 'web/pages/staff/moderation/case-card.tsx',
    ...own(<TakedownDialog open campaign="A well" onSend={send} onClose={nothingToDo} />),
  },
  'thank-you message': {
    file: 'web/pages/dashboard/payouts.tsx',
    ...own(
      <ThankYouDialog
        campaignId="well-1"
        donation={null}
        onSent={nothingToDo}
        onClose={nothingToDo}
      />,
    ),
  },
  answer: {
    file: 'web/pages/dashboard/campaign/answer-form.tsx',
    ...own(<AnswerForm campaignId="well-1" canRemoveDocuments onAnswered={nothingToDo} />),
  },
  appeal: {
    file: 'web/pages/dashboard/campaign/appeal-fields.tsx',
    ...own(<AppealFields campaignId="well-1" onSent={nothingToDo} />),
  },
  'first tab of an edit': {
    file: 'web/pages/dashboard/wizard/basic-tab.tsx',
    ...edit,
    gets: banks,
    isValidAtFirst: true,
  },
  'second tab of an edit': {
    file: 'web/pages/dashboard/wizard/information-tab.tsx',
    ...edit,
    gets: banks,
    before: editTab('Campaign Information'),
    isValidAtFirst: true,
  },
  'third tab of an edit': {
    file: 'web/pages/dashboard/wizard/contact-tab.tsx',
    ...edit,
    gets: banks,
    before: editTab('Contact Information'),
    isValidAtFirst: true,
  },
  'third tab of a new campaign': {
    file: 'web/pages/dashboard/wizard/contact-tab.tsx',
    open: () => openWizard({ ...completeDraft, tab: 2 }),
    gets: banks,
    before: () => screen.findByRole('option', { name: 'Guaranty Trust Bank' }),
    confirm: 'Confirm',
  },
}

const story = 'The old borehole has been dry since March, and the river makes the children ill.'
const valid: Record<string, string> = {
  email: 'ada@example.org',
  confirmPassword: 'a long password',
  newPassword: 'a long password',
  currentPassword: 'a long password',
  password: 'a long password',
  accountNumber: '0123456789',
  amount: '5,000',
  minimum: '5,000',
  day: '2020-01-01',
  goalAmount: '5,000,000',
  startDate: '2099-01-01',
  endDate: '2099-02-01',
  phone: '08012345678',
  url: 'https://example.org/hook',
  code: '123456',
  digits: '0011',
  name: 'Ada Obi',
  tin: '12345678-0001',
  firstname: 'Ada',
  lastname: 'Obi',
}

/** Responds to what a form loads. Refuses what it sends, first because the session is over if it is an own one. */
function refuseAll(gets: Record<string, object> = {}, isOwn = false) {
  const fields = { fieldOfAnotherVersion: [message] }
  let isOver = isOwn
  const sent: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const asked = `${method} ${path}`
    if (isOwn && asked === 'POST /api/session') isOver = false
    if (isOwn && path === '/api/session')
      return Response.json({ account: isOver ? null : adaAccount })
    const response = gets[asked]
    if (response) return Response.json(response)
    if (method === 'GET') return refusal(404, 'not-found')
    sent.push(`${asked} ${typeof body === 'string' ? body : ''}`)
    return isOver ? refusal(401, 'user-token-expired') : refusal(422, 'invalid-input', { fields })
  })
  return {
    times: isOwn ? 2 : 1,
    /** How often the last request was sent. */
    countSent: () => sent.filter((each) => each === sent.at(-1)).length,
  }
}

async function signInAgain() {
  const dialog = within(await screen.findByRole('dialog', { name: 'Your session has ended' }))
  await user.type(dialog.getByLabelText('Password'), 'a long password')
  await user.click(dialog.getByRole('button', { name: 'Log in and continue' }))
}

const findForm = async () =>
  (await screen.findAllByRole('button', submitButton))[0]?.closest('form')
const submitButton = {
  name: (_name: string, button: Element) => button.getAttribute('type') === 'submit',
}

function fill(field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement) {
  if (field instanceof HTMLSelectElement) {
    const option = [...field.options].find(({ value }) => value !== '')
    fireEvent.change(field, { target: { value: option?.value } })
  } else if (field.type === 'checkbox') fireEvent.click(field)
  else fireEvent.change(field, { target: { value: valid[field.name] ?? story } })
}

const listFields = (form: HTMLFormElement) =>
  [...form.querySelectorAll<HTMLInputElement>('[name]')].filter(
    ({ type, hidden }) => type !== 'hidden' && type !== 'file' && !hidden,
  )

async function refuseEmpty(form: HTMLFormElement) {
  fireEvent.submit(form)
  await waitFor(() => expect(form.querySelector('[aria-invalid=true]')).not.toBeNull())
  // What stands under a field does not stand above the form as well.
  const errors = [...form.querySelectorAll('[id$=-error]')].map(({ textContent }) => textContent)
  const problem = form.querySelector('[data-form-problem]')?.textContent ?? ''
  expect(errors.filter((error) => error !== '' && problem.includes(error))).toEqual([])
}

it.each(Object.entries(cases))(
  'removes each error when its field is right, is sent again after a session that ended, and shows the error of an unknown field: %s',
  async (_name, { open, before, gets, isValidAtFirst, isAnsweredByFile, confirm, isOwn }) => {
    const api = refuseAll(gets, isOwn)
    open()
    await screen.findAllByRole('button')
    await before?.()
    const form = await findForm()
    if (!form) throw new Error('there is no form')

    if (!isValidAtFirst && listFields(form).length > 0) await refuseEmpty(form)
    for (const field of listFields(form)) {
      if (field.type === 'checkbox' ? field.getAttribute('aria-invalid') !== 'true' : field.value)
        continue
      fill(field)
      await waitFor(() => expect(field.getAttribute('aria-invalid')).toBeNull())
    }
    if (isAnsweredByFile) return
    fireEvent.submit(form)
    if (confirm) await user.click(await screen.findByRole('button', { name: confirm }))
    if (isOwn) await signInAgain()

    expect(await within(form).findByText(message, { exact: false })).toBeVisible()
    expect(api.countSent()).toBe(api.times)
  },
)

it('knows every form', () => {
  const sources = import.meta.glob<string>(['../**/*.tsx', '!**/*.test.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const known = [
    ...Object.values(cases).map(({ file }) => file),
    'web/pages/account/parts/account-form.tsx',
    // The dialogs that use it are known by their own names.
    'web/forms/form-dialog.tsx',
  ]
  const unknown = Object.entries(sources)
    .filter(([, source]) =>
      /<(?:ActionForm|ApiForm|FormDialog|TabForm|AccountForm)[\s>]/.test(source),
    )
    .map(([file]) => file.replace('..', 'web'))
    .filter((file) => !known.includes(file))
  expect(unknown).toEqual([])
})

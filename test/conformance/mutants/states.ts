import type { MutantsOfFile } from './mutants-of-file.ts'

/** Sessions, flows and what the browser keeps. */
export const stateMutants: MutantsOfFile = {
  'web/navigation/next-path.ts': [
    ['3.5', 'lastPath.read(request) ?? paths.overview', 'paths.overview'],
  ],
  'web/api/cookies.ts': [['9.15', 'Path=/;', 'Path=/dashboard;']],
  'server/people/accounts/session-rows.ts': [
    [
      '4.3',
      'where token_hash = any(${hashes}) and not disabled',
      'where token_hash = any(${hashes})',
    ],
    [
      '4.2',
      '      and session.created_at > ${ago(absoluteMs)} and seen_at > ${ago(idleMs)}`\n}',
      '      and session.created_at > ${ago(absoluteMs)}`\n}',
    ],
  ],
  'web/screens/account/sign-up.data.ts': [
    ['4.4', 'redirectWithToast(paths.emailVerification', 'redirectWithToast(paths.login'],
    ['8.24', "['internal', 'content-unavailable'].includes(error.code)", 'false'],
  ],
  'web/screens/account/reset-password.data.ts': [
    ['4.7', 'redirectWithToast(paths.login', 'redirectWithToast(paths.landing'],
  ],
  'web/screens/account/handle-action.data.ts': [
    ['4.8', 'return redirect(paths.emailVerifiedSuccess)', 'return redirect(paths.login)'],
  ],
  'web/features/transaction/payment-outcome.tsx': [
    [
      '4.18',
      'return text[status](amount, campaign.title)',
      "return text.other(amount, '', status)",
    ],
  ],
  'web/features/profile/profile-card.tsx': [
    ['3.7', 'age === undefined ? text.unknownAge : text.age(age)', 'text.unknownAge'],
  ],
  'server/campaigns/lifecycle/transition-rules.ts': [
    [
      '4.12',
      "{ from: 'pending', event: 'reject', to: 'rejected', actor: 'reviewer' }",
      "{ from: 'pending', event: 'reject', to: 'pending', actor: 'reviewer' }",
    ],
  ],
  'server/money/donations/start-donation.ts': [
    ['4.13', 'left !== null && left <= 0', 'left !== null && left < 0'],
  ],
  'web/api/client.ts': [
    ['7.1 7.29', 'fetchApi(`/api${path}`', 'fetchApi(`http://localhost:9/api${path}`'],
  ],
  'web/screens/dashboard/overview.data.ts': [['9.11', 'campaigns?limit=3', 'campaigns?limit=2']],
  'web/features/owner/delete-campaign.tsx': [
    ['8.27', 'error.message : failed.deleteCampaign', 'error.message : error.message'],
  ],
  'web/ui/toasts/copy-text.ts': [['8.23', 'writeText(text)', "writeText('')"]],
}

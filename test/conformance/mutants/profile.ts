import type { MutantsOfFile } from './mutants-of-file.ts'

export const profileMutants: MutantsOfFile = {
  'web/text/settings.ts': [
    ['2.94', "'Edit Profile', 'Security', 'Feedback'", "'Edit Profile', 'Feedback', 'Security'"],
    ['2.95', "save: 'Save Changes'", "save: 'Save'"],
    ['2.96', "confirmPassword: 'Confirm Password'", "confirmPassword: 'Repeat'"],
    ['2.97', "feedbackIntro: 'Send us your feedback'", "feedbackIntro: 'Feedback'"],
  ],
  'web/features/dashboard/use-stored-tab.ts': [
    ['2.94 2.103', '    localStorage.setItem(key, name)\n', ''],
  ],
  'web/features/settings/feedback-form.tsx': [['2.97', '      reset()\n', '']],
  'web/features/settings/edit-profile-form.tsx': [
    [
      '2.95',
      'defaultValues: { firstname, lastname, email }',
      "defaultValues: { firstname, lastname: '', email }",
    ],
  ],
  'web/text/profile.ts': [
    ['2.100', '`~ ${age} on the product`', '`${age} old`'],
    ['2.101', "unknownAge: 'N/A'", "unknownAge: ''"],
    ['2.103', "pending: 'Pending', rejected", "pending: 'Waiting', rejected"],
    ['2.106', "rejected: 'No rejected campaign'", "rejected: 'No campaign'"],
  ],
  'web/features/profile/account-age.ts': [['2.100', 'days / 30.44', 'days / 7']],
  'web/features/profile/profile-card.tsx': [
    ['2.99', '{toHandle(account)}', '{null}'],
    ['2.102', 'to={paths.settings}', 'to={paths.overview}'],
  ],
  'web/screens/dashboard/profile.tsx': [['2.104', 'footer={<CampaignId id={campaign.id} />}', '']],
  'web/features/campaign/funding.tsx': [
    ['2.104', 'raised === null ? text.unknown : formatNaira(raised)', 'text.unknown'],
  ],
}

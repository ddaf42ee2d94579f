import type { MutantsOfFile } from './mutants-of-file.ts'

export const wizardTabsMutants: MutantsOfFile = {
  'web/text/wizard.ts': [
    ['2.42', "'Campaign Information', 'Contact Information'", "'Campaign', 'Contact Information'"],
    ['2.81', "city: 'City'", "city: 'Town'"],
    ['2.83', "endDate: 'End Date'", "endDate: 'Until'"],
    ['2.85', "accountNumber: 'Account Number'", "accountNumber: 'NUBAN'"],
    ['2.88', 'Are you sure you want to submit this campaign?', 'Submit?'],
  ],
  'web/features/wizard/pictures/pictures-field.tsx': [
    ['2.84', '        multiple\n', ''],
    ['2.84', "'.jpg', '.jpeg', '.png', '.webp'", "'.webp'"],
  ],
  'shared/category.ts': [['2.82', "  'Career',\n", '']],
  'web/features/wizard/use-banks.ts': [['2.86', 'bankNames(banks)', 'bankNames(banks.slice(1))']],
  'web/features/wizard/use-tabs.ts': [
    ['2.87', 'if (await validate(tab)) setTab(index)', 'if (tab >= 0) setTab(index)'],
  ],
  'web/features/wizard/use-submission.ts': [
    ['2.88', 'cancel: () => setAsking(false)', 'cancel: () => void confirm()'],
  ],
  'web/screens/dashboard/create-campaign.tsx': [
    ['2.90', 'navigate(paths.profile, ', 'navigate(paths.campaigns, '],
  ],
  'web/screens/dashboard/settings.data.ts': [
    ['6.3', 'const account = await requireAccount(', 'const account = await Promise.reject('],
  ],
}

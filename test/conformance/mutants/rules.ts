import type { MutantsOfFile } from './mutants-of-file.ts'

/** Rules of forms, states and measures. */
export const ruleMutants: MutantsOfFile = {
  'shared/account.ts': [
    ['5.7 5.8 5.14 5.18', 'secretText({ min: 8, message: short })', 'secretText({ min: 7 })'],
    ['5.12 9.1', '    min: 8,\n', '    min: 7,\n'],
    ['9.1', '    min: 8,\n', '    min: 9,\n'],
    ['5.9 5.15 5.19', 'getPassword(input) === input.confirmPassword', 'true'],
    [
      '5.51',
      'code: twoFactorCode.check(z.minLength(1, invalid.required)),\n})\nexport const',
      'code: twoFactorCode,\n})\nexport const',
    ],
  ],
  'shared/gender.ts': [['9.6', "['Male', 'Female', 'Other']", "['Male', 'Female']"]],
  'shared/category.ts': [['5.25', "  'Emergency Assistance',\n", '']],
  'shared/campaign.ts': [
    ['5.28', 'calendarDay(invalid.startDate, isInFuture)', 'calendarDay(invalid.startDate)'],
    ['5.29', 'calendarDay(invalid.endDate, isInFuture)', 'calendarDay(invalid.endDate)'],
    ['5.30 9.3', 'longText(invalid.impact, 50)', 'longText(invalid.impact, 49)'],
    ['9.3', 'longText(invalid.impact, 50)', 'longText(invalid.impact, 51)'],
    ['5.35 9.4', '(?=.{10,20}$)', '(?=.{9,20}$)'],
    ['9.4', '(?=.{10,20}$)', '(?=.{11,20}$)'],
    ['5.38', 'max: 10_000', 'max: 9_000'],
    [
      '5.39',
      'email: emailSchema(invalid.email),\n  phone',
      'email: emailSchema(invalid.donorEmail),\n  phone',
    ],
  ],
  'shared/document.ts': [['3.21', 'documentsPerCampaign = 5', 'documentsPerCampaign = 6']],
  'shared/fees.ts': [
    ['5.43', 'donationMin = kobo(50_00)', 'donationMin = kobo(49_00)'],
    ['5.43', 'donationMax = kobo(10_000_000_00)', 'donationMax = kobo(20_000_000_00)'],
    ['7.26 9.7', 'platformPercentage = 30', 'platformPercentage = 20'],
    ['3.15 7.27 9.8', 'platformCharge = kobo(100)', 'platformCharge = kobo(200)'],
  ],
  'web/ui/fields/money-text.ts': [
    ['5.46', 'fraction.slice(0, 2)', 'fraction'],
    ['5.46', "(\\d{3})+$)/g, ','", "(\\d{3})+$)/g, ''"],
  ],
  'web/ui/fields/password-field.tsx': [['5.47', 'setVisible(!isVisible)', 'setVisible(false)']],
  'web/ui/fields/text-area-field.tsx': [['5.48', '        <textarea\n', '        <input\n']],
  'web/ui/fields/field.tsx': [['5.50', '<input {...input} ', '<input ']],
  'web/features/account/account-form.tsx': [
    ['5.52', 'busy={busy} ', 'busy={false} '],
    ['5.52', 'className="w-full"', 'className=""'],
  ],
  'web/ui/button.tsx': [['5.52', '{busy && <Spinner className="absolute" />}', '']],
  'web/features/settings/password-form.tsx': [['5.20', '    onInvalid: toastMismatch,\n', '']],
  'web/features/settings/feedback-form.tsx': [['3.19', '      reset()\n', '']],
  'web/features/wizard/use-tabs.ts': [
    ['4.16', 'if (await validate(tab)) setTab(index)', 'if (tab >= 0) setTab(index)'],
  ],
  'web/features/transaction/status-badge.tsx': [
    ['4.14', "success: { tone: 'success'", "success: { tone: 'info'"],
    ['4.14', "failed: { tone: 'danger'", "failed: { tone: 'warning'"],
    ['4.14', "abandoned: { tone: 'warning'", "abandoned: { tone: 'neutral'"],
  ],
  'web/features/transaction/payment-outcome.tsx': [
    ['4.15', "status === 'failed' || status === 'abandoned'", "status !== 'pending'"],
  ],
  'web/ui/toasts/toast.tsx': [
    ['8.36', 'top-4 right-4', 'top-4 left-4'],
    ['8.37', 'durationMs = 4_000', 'durationMs = 5_000'],
    ['8.38', 'visibleAtOnce = 3', 'visibleAtOnce = 4'],
    ['9.18', 'min(356px', 'min(340px'],
    ['9.18', 'gap-[14px]', 'gap-4'],
  ],
  'web/features/dashboard/skeletons.tsx': [
    ['9.12', "['first', 'second', 'third']", "['first', 'second']"],
  ],
  'web/layouts/dashboard/use-narrow-window.ts': [['9.13', '<= 768px', '<= 767px']],
  'web/features/dashboard/loaded.tsx': [
    ['8.32 8.33', 'if (error) toast(', "if (error?.code === '') toast("],
  ],
  'web/ui/error-state.tsx': [['8.33', 'font-bold text-danger', 'font-bold']],
  'web/features/account/session/session.ts': [
    ['3.3 4.1 9.14', 'isLoggedIn: true', 'isLoggedIn: false'],
    ['3.3', ' gender, terms, emailVerified, _id },\n  }', ' terms, emailVerified, _id },\n  }'],
    ['3.4', '  storeDisplayCopy(null)\n', ''],
  ],
  'shared/browser-names.ts': [['3.3 9.14', "account: 'root'", "account: 'account'"]],
  'server/people/accounts/session-cookies.ts': [
    ['3.6', 'setCookie(c, uidEntry.name, uid, ', "setCookie(c, uidEntry.name, 'x', "],
    ['3.4', '      deleteCookie(c, uidEntry.name, attributes)\n', ''],
  ],
  'web/features/account/session/use-sign-out.ts': [
    ['8.31', "await browserApi.remove('/session')", "void browserApi.remove('/session')"],
  ],
}

import type { ComponentProps } from 'react'

import { ReasonDialog } from '../../../forms/form-dialog.tsx'

const maxLengths = { adminReasonSchema: 500, reasonSchema: 2_000, approvalReasonSchema: 2_000 }

type Props = Omit<ComponentProps<typeof ReasonDialog>, 'schema' | 'maxLength'> & {
  /** The server's schema of the reason: for the audit log, for the organiser, or for an approval in spite of warnings. */
  schema?: keyof typeof maxLengths
}

/** Asks a reviewer or an admin for a reason. */
export function StaffReasonDialog({ schema = 'reasonSchema', ...dialog }: Props) {
  return <ReasonDialog {...dialog} schema={schema} maxLength={maxLengths[schema]} />
}

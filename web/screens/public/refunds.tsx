import { PolicyLayout } from '../../layouts/policy-layout.tsx'
import { paths } from '../../navigation/paths.ts'
import { refunds } from '../../policies/refunds.ts'

export function Component() {
  return <PolicyLayout policy={refunds} path={paths.refunds} />
}

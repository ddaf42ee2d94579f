const grouped = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 0 })

/** Kobo as '₦1,234.50'. */
export function formatNaira(kobo: number): string {
  const whole = Math.abs(kobo)
  const fraction = String(whole % 100).padStart(2, '0')
  return `${kobo < 0 ? '-' : ''}₦${grouped.format(Math.floor(whole / 100))}.${fraction}`
}

/** What axe finds in a page, of what keeps people out: serious and critical findings. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * A line for each finding and each element that it is about. axe brings scripts of its own, which the policy of a page refuses: the page's
 * context must have been opened with `bypassCSP`, and serves for nothing else.
 */
export async function findingsIn(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${impact} ${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
}

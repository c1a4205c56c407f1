import { type CtrfReport, ctrfReport as ctrfOf } from '../../../shared/report/ctrf.ts';
import { junitReport as junitOf } from '../../../shared/report/junit.ts';
import { visible } from '../../../shared/visible.ts';
import { mapTexts } from '../../effects/secrets/map-texts.ts';
import type { Report } from '../report.ts';
import { ruleCases } from './rule-cases.ts';

/** The report as JUnit XML. */
export function junitReport(report: Report): string {
  return junitOf(ruleCases(report));
}

/** The report in the Common Test Report Format, with what a conformance run says besides. */
export function ctrfReport(report: Report): CtrfReport {
  const { tool, target, features, drivers, options, requests } = report;
  const facts = {
    tool: { name: tool.name, version: tool.version },
    environment: {
      appName: target.name,
      ...(target.version !== null && { appVersion: target.version }),
      extra: { base_url: target.base_url, spec: target.spec, features, drivers, options, requests },
    },
    extra: {
      conclusion: report.conclusion,
      exit_code: report.exit_code,
      ...(report.certificate !== undefined && { certificate: report.certificate }),
      groups: report.groups,
      suite: report.suite,
    },
  };
  return mapTexts(ctrfOf(ruleCases(report), facts), { text: visible });
}

/** Spec 2 and 6.2: the members that the specification names in its resources. A server may show others beside them. */
export const SPEC_MEMBERS: ReadonlySet<string> = new Set([
  ...['id', 'purpose', 'media_type', 'size_bytes', 'width', 'height', 'created_at', 'expires_at', 'livemode'],
  ...['operation', 'status', 'updated_at', 'completed_at', 'inputs', 'output', 'error', 'asset_id', 'role'],
  ...['type', 'concerns', 'analysis_version', 'visualizations', 'image', 'revision', 'applied', 'href'],
  ...['concern', 'score', 'unavailable_reason', 'color_gradient', 'dark', 'light', 'color', 'opacity'],
  ...['code', 'message', 'request_id', 'details', 'doc_url', 'retryable', 'data', 'has_more', 'next_cursor'],
  ...['object', 'as_of', 'settled_units', 'held_units', 'available_units', 'test_funded_units', 'spendable_units'],
  ...['enforced', 'low_balance', 'unit_costs', 'skin.analyze', 'makeup.apply', 'hair.try_on'],
  ...['api_version', 'created', 'deleted', 'endpoint_id', 'header', 'body'],
]);

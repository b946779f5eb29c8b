export function buildDashboard(root: string, node: string): void;

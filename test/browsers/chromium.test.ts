import { describeChangedFiles } from "./changed-files.js";
import { chromium } from "./chromium.js";
import { describeTasks } from "./tasks.js";

describeTasks(chromium, true);
describeChangedFiles(chromium, true);

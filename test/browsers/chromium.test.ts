import { describeChangedFiles } from "./changed-files.js";
import { chromium } from "./chromium.js";
import { describeField } from "./field.js";
import { describeTasks } from "./tasks.js";

describeTasks(chromium, 0);
describeChangedFiles(chromium, true);
describeField(chromium, true);

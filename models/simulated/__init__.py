"""Games played by people who err, as the eyes would see them: stretches drawn by the errors that look logs show."""
